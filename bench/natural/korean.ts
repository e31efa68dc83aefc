import { chance, choose, thin } from './choose.ts'
import type { LanguageRules } from './language.ts'
import { withEnglishTerm } from './terms.ts'

/** Ways to ask for a verb with 하다, given without its ending: 설치 → 설치하려면 어떻게 하나요. */
const HOW: readonly ((wanted: string) => string)[] = [
  (wanted) => `${wanted}하는 방법`,
  (wanted) => `어떻게 ${wanted}하나요?`,
  (wanted) => `${wanted}하려면 어떻게 해야 하나요`,
  (wanted) => `${wanted}할 수 있나요?`,
  (wanted) => `${wanted}하고 싶은데 어떻게 하죠`,
  (wanted) => `${wanted} 방법 알려주세요`,
]
const OTHER = new Map(
  Object.entries({
    추가: '삽입',
    삭제: '제거',
    제거: '삭제',
    생성: '새로 작성',
    설정: '구성',
    구성: '설정',
    배포: '게시',
    빌드: '컴파일',
    표시: '출력',
    렌더링: '표시',
    업데이트: '변경',
    변경: '수정',
    처리: '대응',
    설치: '셋업',
    정의: '선언',
    선언: '정의',
    사용: '이용',
    활성화: '켜기',
    방지: '예방',
    선택: '고르기',
    전달: '넘기기',
    접근: '참조',
    테스트: '검사',
  }),
)

export const KOREAN: LanguageRules = {
  sentences: (text) => text.split(/(?<=[다요까][.!?])\s+|\n/).map((sentence) => sentence.trim()),
  how(sentence) {
    const wanted =
      /^([^,.;:()]{8,60}?)하(?:려면|고 싶다면|기 위해서?는?),? /.exec(sentence)?.[1] ??
      /^([^,.;:()]{10,60}?)할 수 있습니다/.exec(sentence)?.[1]
    return wanted === undefined ? null : ask(wanted)
  },
  howOfHeading(heading) {
    const wanted = /^(.{6,60}?) ?(?:하기|하는 방법|하는 법)$/.exec(heading)?.[1]
    return wanted === undefined ? null : ask(wanted)
  },
  why(sentence) {
    const because = /^[^.;:()]{6,60}(?:때문에|므로),? ([^,.;:()]{12,70}(?:습니다|니다))\./.exec(sentence)?.[1]
    const not = /^([^,.;:()]{12,70}(?:않습니다|없습니다|못합니다))\./.exec(sentence)?.[1]
    const fact = because ?? not
    if (fact === undefined || /^(?:이|그|하지만|그러나|만약)\b/.test(fact)) return null
    const asked = fact
      .replace(/습니다$/, '나요')
      .replace(/입니다$/, '인가요')
      .replace(/합니다$/, '하나요')
      .replace(/됩니다$/, '되나요')
      .replace(/니다$/, '나요')
    return plain(choose([`왜 ${asked}?`, `${asked} 이유가 뭔가요`, `${asked} 왜 그런가요?`], fact, 'why'))
  },
  faq(heading) {
    if (!heading.endsWith('?') || heading.length < 8) return null
    const words = heading.slice(0, -1).split(' ')
    const least = words.length < 5 ? null : choose(words.slice(0, -1), heading, 'faq')
    return plain(words.filter((word) => word !== least).join(' '))
  },
  definition(sentence, title) {
    const named = title
      .toLowerCase()
      .split(/[\s<>()`]+/)
      .filter((word) => word.length > 1)
    const rest = sentence.split(' ').filter(
      (word) =>
        !named.some((name) =>
          word
            .toLowerCase()
            .replace(/^[`<]+/, '')
            .startsWith(name),
        ),
    )
    if (rest.length < 5 || rest.length > 28) return null
    const said = plain(rest.join(' ').replace(/\.$/, ''))
    const thing = said
      .replace(/입니다$/, '')
      .replace(/합니다$/, '하는 것')
      .replace(/됩니다$/, '되는 것')
      .replace(/있습니다$/, '있는 것')
      .replace(/줍니다$/, '주는 것')
    if (thing === said) return null
    return choose([`${thing}은 무엇인가요`, `${thing}을 뭐라고 하나요?`, `${thing}이 뭔가요`], sentence, 'frame')
  },
  long(sentence) {
    const words = sentence.replace(/\.$/, '').split(' ')
    if (words.length < 14 || words.length > 34) return null
    const kept = thin(words, () => 0.82, sentence)
    const changed = kept.map((word) =>
      chance(word, 'particle') < 0.3 ? word.replace(/(?<=[가-힣]{2})[을를은는이가]$/, '') : word,
    )
    return plain(
      `${choose(['제가 지금', '질문이 있는데', '프로젝트에서', ''], sentence, 'before')} ${changed.join(' ')} ${choose(['이게 맞나요', '왜 그런가요', ''], sentence, 'after')}`,
    )
  },
  mixed: (text) => {
    const query = withEnglishTerm(text.replace(/[.:]$/, ''), 'ko')
    if (query === null || query.endsWith('다')) return query === null ? null : plain(query)
    return plain(choose([query, `${query} 어떻게 하나요`, `${query} 방법`], text, 'frame'))
  },
  errorFrames: ['', '', '오류: ', '에러가 나는데 어떻게 해결하나요 ', '이 오류 원인이 뭔가요 '],
}

function ask(wanted: string): string {
  const words = plain(wanted.trim()).split(' ')
  const verb = words.pop() ?? ''
  const left = words.length < 5 ? null : choose(words, wanted, 'left')
  const rest = words.filter((word) => word !== left)
  const other = chance(wanted, 'verb') < 0.5 ? (OTHER.get(verb) ?? verb) : verb
  return choose(HOW, wanted, 'how')([...rest, other].join(' '))
}

function plain(text: string): string {
  return text.replaceAll('`', '')
}
