import { normaliseQuery } from '../shared/normalise-query.ts'
import { removeTricks } from '../shared/stranger-text.ts'

/** Characters of a query that is kept. Longer texts were pasted, and nobody asks them twice. */
const QUERY_LIMIT_CHARS = 100

/** Digits in a row, with what telephone and card numbers put between them. */
const DIGITS = /\d(?:[\s().+/-]{0,2}\d){6}/
/** Texts that name a person, a machine or a secret by their form. */
const PRIVATE_FORMS = [
  // Addresses of mail, and of people on networks.
  /\S@\S/,
  /(?:^|\s)@[\p{L}\p{N}_]/u,
  // Addresses of machines.
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
  /\b[\da-f]{1,4}(?:::?[\da-f]{1,4}){3}/,
  // Short ones of IPv6 have a digit, which distinguishes them from most names of C++.
  /(?<![\p{L}\p{N}_:])(?=[a-f:]*\d)[\da-f][\da-f:]*::[\da-f:]*(?![\p{L}\p{N}_:])/u,
  // Addresses of pages may hold codes.
  /\b[a-z][a-z\d+.-]*:\/\//,
  // Credentials with a well-known beginning.
  /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|npm|xox[abprs]|akia|asia|aiza|eyj|bearer|basic)[-_]?[a-z\d_-]{12}/,
  /-----begin/,
  /(?:\b(?:password|passwd|secret|token|api[-_ ]?key)|비밀번호|密码)\s*[:=]\s*\S/,
]
/** A word of at least this length is a secret if letters and digits change so often. Names have few such changes. */
const SECRET_FROM_CHARS = 16
const SECRET_CHANGES = 4

/**
 * The form in which a query is counted: normalised, in lower case, without deceptive characters.
 *
 * @returns null where the text is not kept: it may tell about a person or hold a secret, it is long, or nothing is left of it
 */
export function countedQuery(raw: string): string | null {
  const query = removeTricks(normaliseQuery(raw), ' ').toLowerCase()
  if (query === '' || [...query].length > QUERY_LIMIT_CHARS) return null
  return isPrivate(query) ? null : query
}

function isPrivate(query: string): boolean {
  if (DIGITS.test(query) || PRIVATE_FORMS.some((form) => form.test(query))) return true
  return query.split(/[\s"'`,;=(){}[\]]+/).some(isSecret)
}

/** Whether a word looks as if chance had made it. */
function isSecret(word: string): boolean {
  if (word.length < SECRET_FROM_CHARS) return false
  return (word.match(/[a-z](?=\d)|\d(?=[a-z])/g) ?? []).length >= SECRET_CHANGES
}
