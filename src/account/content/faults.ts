import type { AccountObject, Along, Contained, Fault } from './account-content.ts'

type Kind = AccountObject['kind']

/** The text is the same for objects that never existed, are deleted, or belong to another account. */
export function notFound(kind: Kind): Fault {
  return { ok: false, code: 'not_found', detail: `This ${kind} does not exist, or no longer.` }
}

/** The deletion of the account ends grants, too. */
export const REVOKED: Fault = {
  ok: false,
  code: 'revoked',
  detail: 'Access was revoked. Ask the user to connect again.',
}

export function staleVersion(kind: Kind, expectedVersion: number, currentVersion: number): Fault {
  const detail =
    `The ${kind} is at version ${currentVersion}, not ${expectedVersion}: something else changed it. ` +
    'Read it again and decide whether your change still fits.'
  return { ok: false, code: 'stale_version', detail, currentVersion }
}

/** Finds why a holder cannot be deleted; null: all its contents may be deleted with it. */
export function heldFault(kind: 'workspace' | 'project', held: Contained, along: Along): Fault | null {
  if (along === true) return null
  const { projects, animations } = along === false ? { projects: 0, animations: 0 } : along
  const isMore = held.projects > projects || held.animations > animations
  return isMore ? notEmpty(kind, held.projects, held.animations) : null
}

function notEmpty(kind: 'workspace' | 'project', projects: number, animations: number): Fault {
  const parts = [...(kind === 'workspace' ? [count(projects, 'project')] : []), count(animations, 'animation')]
  return { ok: false, code: 'not_empty', detail: `The ${kind} still holds ${parts.join(' and ')}.`, projects, animations }
}

export function invalidCursor(): Fault {
  return { ok: false, code: 'invalid_cursor', detail: 'The cursor is not one that this list gave. Begin without one.' }
}

export function tooManyWorkspaces(limit: number): Fault {
  return limitReached(`An account holds at most ${count(limit, 'workspace')}.`)
}

export function tooManyProjects(limit: number): Fault {
  return limitReached(`A workspace holds at most ${count(limit, 'project')}.`)
}

export function tooManyAnimations(limit: number, holder: 'project' | 'account'): Fault {
  return limitReached(`${holder === 'project' ? 'A project' : 'An account'} holds at most ${count(limit, 'animation')}.`)
}

export function tooManyBytes(limitBytes: number): Fault {
  return limitReached(`The documents of an account have at most ${limitBytes.toLocaleString('en')} bytes together.`)
}

export function tooManyAddresses(limit: number, lifetimeSeconds: number): Fault {
  const detail =
    `A connection has at most ${limit} addresses of documents at once, and each ends after ${lifetimeSeconds} seconds. ` +
    'Wait until one has ended.'
  return { ok: false, code: 'limit_reached', detail }
}

function limitReached(detail: string): Fault {
  return { ok: false, code: 'limit_reached', detail: `${detail} Delete what is no longer needed first.` }
}

function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`
}
