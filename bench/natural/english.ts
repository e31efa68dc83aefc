import { toTerm, toSurface } from '../../src/engine/text/analyse.ts'
import { isStopWord } from '../../src/engine/text/stop-words.ts'
import { chance, choose, thin } from './choose.ts'
import type { LanguageRules } from './language.ts'

/** Verbs with which headings of instructions begin, and another word for each. */
const VERBS = new Map(
  (
    'add:insert create:make remove:delete delete:remove use:work_with configure:set_up customize:change enable:turn_on ' +
    'disable:turn_off deploy:publish build:compile display:show render:draw fetch:load update:change handle:deal_with ' +
    'install:set_up define:declare write:make declare:define pass:hand_over access:reach import:include run:start ' +
    'start:launch test:check check:verify set:change get:read read:get send:submit load:fetch share:reuse extract:move ' +
    'manage:organize avoid:prevent prevent:avoid choose:pick connect:link convert:turn debug:find_problems_in extend:add_to ' +
    'generate:produce hide:not_show implement:write include:add initialize:set_up inject:put_in listen:react migrate:move ' +
    'optimize:speed_up override:replace preserve:keep reset:clear return:give_back show:display skip:leave_out specify:give ' +
    'style:change_the_look_of subscribe:listen transform:change upgrade:move validate:check wrap:surround control:change ' +
    'catch:handle query:search order:sort filter:narrow organize:structure structure:organize support:allow replace:swap'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const GERUNDS = new Map(
  [...VERBS.keys()].flatMap((verb) => {
    const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
    return [
      [`${stem}ing`, verb],
      [`${verb}${verb.at(-1)!}ing`, verb],
    ] as [string, string][]
  }),
)
const HOW = [
  'how do I',
  'how to',
  'how can I',
  'what is the best way to',
  'how would you',
  'I want to',
  'how should one',
]
const BEFORE = ['I am trying to understand this:', 'can somebody explain why', 'is it true that', 'in my project', '']

/** Beginnings of sentences that are no question without the sentence before them. */
const OF_BEFORE =
  /^(?:This|That|It|These|Those|They|If|When|You|We|Now|In|Even|But|And|Since|Notice|Note|Sometimes|Usually|However|Also|So|As|For|There|Any|Then|The (?:above|previous|first|second|following|reason))\b/
/** What a page says of its subject. */
const DEFINES =
  /^(.{2,80}?) (is|are|lets? you|allows? you to|provides?|returns?|renders?|enables?|refers? to|makes?) (.{25,170})$/

export const ENGLISH: LanguageRules = {
  sentences: (text) => text.split(/(?<=[.!?])\s+(?=[A-Z`])|\n/).map((sentence) => sentence.trim()),
  how(sentence) {
    const wanted =
      /^(?:If you (?:want|need|would like) to|To|In order to) ([a-z][^,.;:()]{15,110}), /.exec(sentence)?.[1] ??
      /\byou can (?:also )?([a-z][^,.;:()]{15,100}?) (?:by|using|with) /.exec(sentence)?.[1]
    return wanted === undefined ? null : ask(wanted)
  },
  howOfHeading(heading) {
    const [first = '', ...rest] = heading.replace(/[.:]$/, '').split(' ')
    const verb = VERBS.has(first.toLowerCase()) ? first.toLowerCase() : GERUNDS.get(first.toLowerCase())
    if (verb === undefined || rest.length < 2) return null
    return ask(`${verb} ${rest.join(' ')}`)
  },
  why(sentence) {
    const because = /^([A-Z`][^,.;:()]{20,110}?),? because /.exec(sentence)?.[1]
    if (because !== undefined && !OF_BEFORE.test(because)) return `why ${mine(lowered(because))}`
    const not =
      /^([A-Z`][^,.;:()]{5,60}?) (can|does|do|will|is|are|should|must)(?: not|n[’']t|not) ([^,.;:()]{10,80})[.,]/.exec(
        sentence,
      )
    if (not === null || OF_BEFORE.test(not[1]!) || / (?:that|if|when|but|and|even|which|because) /.test(not[1]!))
      return null
    return mine(`why ${not[2]} ${lowered(not[1]!)} not ${not[3]}`)
  },
  faq(heading) {
    if (!heading.endsWith('?') || heading.split(' ').length < 4) return null
    const words = heading.slice(0, -1).toLowerCase().split(' ').map(otherWord)
    const content = words.filter((word) => !isStopWord(word))
    const least = content.length < 4 ? null : choose(content, heading, 'faq')
    return words.filter((word) => word !== least).join(' ')
  },
  definition(sentence, title) {
    const [, subject = '', verb = '', said = ''] = DEFINES.exec(sentence.replaceAll('`', '').replace(/[.:]$/, '')) ?? []
    const named = new Set(
      words(title)
        .filter((word) => !isStopWord(word))
        .map(toTerm),
    )
    if (!words(subject).some((word) => named.has(toTerm(word)))) return null
    const rest = said.split(' ').filter((word) => !words(word).some((part) => named.has(toTerm(part))))
    if (rest.length < 5 || rest.length > 30) return null
    const frames = /^(?:is|are|refer)/.test(verb)
      ? ['what do you call', 'what is the name of', 'which thing is']
      : [`what ${verb}`, `which part ${verb}`, `is there something that ${verb}`]
    return mine(`${choose(frames, sentence, 'frame')} ${rest.join(' ')}`)
  },
  long(sentence) {
    const all = sentence.replace(/[.:;]$/, '').split(' ')
    if (all.length < 20 || all.length > 42) return null
    const kept = thin(all, (word) => (isStopWord(word.toLowerCase()) ? 0.7 : 0.8), sentence).map(otherWord)
    return `${choose(BEFORE, sentence, 'before')} ${mine(lowered(kept.join(' ')))}`
  },
  mixed: () => null,
  errorFrames: ['', '', 'how to fix ', 'getting this error: ', 'what does this mean '],
}

function ask(wanted: string): string {
  const [verb = '', ...rest] = wanted.split(' ')
  const other = chance(wanted, 'verb') < 0.6 ? (VERBS.get(verb)?.replaceAll('_', ' ') ?? verb) : verb
  const content = rest.filter((word) => word.length > 3 && !isStopWord(word.toLowerCase()))
  const left = content.length < 5 ? null : choose(content, wanted, 'left')
  return `${choose(HOW, wanted, 'how')} ${mine([other, ...rest.filter((word) => word !== left)].join(' '))}`
}

function otherWord(word: string): string {
  return chance(word, 'other') < 0.5 ? (VERBS.get(word)?.replaceAll('_', ' ') ?? word) : word
}

function mine(text: string): string {
  return text
    .replace(/\byour\b/gi, 'my')
    .replace(/\byou\b/gi, 'I')
    .replaceAll('`', '')
}

function lowered(text: string): string {
  return /^[A-Z][a-z]+ /.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text
}

function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map(toSurface).filter((word) => word !== '')
}
