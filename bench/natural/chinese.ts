import { chance, choose, thin } from './choose.ts'
import type { LanguageRules } from './language.ts'
import { withEnglishTerm } from './terms.ts'

const HOW: readonly ((wanted: string) => string)[] = [
  (wanted) => `如何${wanted}？`,
  (wanted) => `怎么${wanted}`,
  (wanted) => `怎样才能${wanted}`,
  (wanted) => `我想${wanted}，应该怎么做`,
  (wanted) => `请问怎么${wanted}呢？`,
  (wanted) => `${wanted}的方法`,
]
/** Another word for some verbs. */
const OTHER = new Map(
  Object.entries({
    添加: '加上',
    删除: '去掉',
    移除: '删掉',
    创建: '新建',
    配置: '设置',
    设置: '配置',
    自定义: '定制',
    部署: '发布',
    构建: '打包',
    显示: '展示',
    渲染: '画出',
    获取: '拿到',
    更新: '修改',
    处理: '应对',
    安装: '装上',
    定义: '声明',
    声明: '定义',
    编写: '写',
    使用: '用',
    启用: '打开',
    禁用: '关闭',
    避免: '防止',
    防止: '避免',
    选择: '挑选',
    读取: '读',
    管理: '组织',
    修改: '更改',
    传递: '传',
    访问: '读到',
    测试: '检查',
  }),
)
const VERBS = [...OTHER.keys()]
const LITTLE = new Set('的 了 会 将 可以 也 都 就 还 已 在 是 这 这个 一个 并 并且 则 我们 你 它 其'.split(' '))
const HAN = /\p{Script=Han}/u
/** Beginnings of sentences that are no question without the sentence before them. */
const OF_BEFORE = /^(?:这|那|它|如果|当|你|但|然而|所以|上面|若|在此|同样|\/\/)/
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

export const CHINESE: LanguageRules = {
  sentences: (text) => text.split(/(?<=[。！？])|\n/).map((sentence) => sentence.trim()),
  how(sentence) {
    const wanted =
      /^(?:如果你?(?:想要?|需要|希望)|要想?|为了|若要|想要)([^，。；：（）]{6,45})，/.exec(sentence)?.[1] ??
      /可以(?:通过|使用|用)[^，。；：（）]{2,40}?来([^，。；：（）]{6,40})[，。]/.exec(sentence)?.[1]
    return wanted === undefined || /^[是在的]/.test(wanted) ? null : ask(wanted)
  },
  howOfHeading(heading) {
    const text = heading.replace(/^如何/, '')
    const isVerb = text !== heading || VERBS.some((verb) => text.startsWith(verb))
    return isVerb && Array.from(text).length >= 6 && !text.endsWith('？') ? ask(text) : null
  },
  why(sentence) {
    const because =
      /^([^，。；：（）]{10,60})，(?:这是)?因为/.exec(sentence)?.[1] ??
      /^因为[^，。；：（）]{6,60}，(?:所以|因此)?([^，。；：（）]{10,60})[，。]/.exec(sentence)?.[1]
    if (because !== undefined && !OF_BEFORE.test(because)) return `为什么${mine(because)}？`
    const not = /^([^，。；：（）]{8,30}(?:不会|不能|无法|不应该|不支持|没有)[^，。；：（）]{5,30})[，。]/.exec(
      sentence,
    )?.[1]
    if (not === undefined || OF_BEFORE.test(not)) return null
    return choose([`为什么${mine(not)}`, `${mine(not)}是什么原因`, `请问${mine(not)}，为什么呢？`], not, 'why')
  },
  faq(heading) {
    if (!/[？?]$/.test(heading) || heading.length < 8 || !HAN.test(heading)) return null
    const words = segments(heading.slice(0, -1)).map((word) => OTHER.get(word) ?? word)
    const content = words.filter((word) => word.length > 1 && !LITTLE.has(word))
    const least = content.length < 5 ? null : choose(content, heading, 'faq')
    return choose(['请问', '', '想问一下'], heading, 'frame') + words.filter((word) => word !== least).join('')
  },
  definition(sentence, title) {
    if (!HAN.test(sentence) || !/(?:是|允许|可以让|让你|提供|用于|指|能够)/.test(sentence.slice(0, 40))) return null
    const named = new Set(segments(title.toLowerCase()).filter((word) => word.trim().length > 1))
    const rest = segments(sentence)
      .filter((word) => !named.has(word.toLowerCase()))
      .join('')
    const start = rest.replace(/^[\s`，是的]+/, '').replace(/[。`]+$/, '')
    if (start.length < 14 || start.length > 90) return null
    return mine(choose([`${start}是什么`, `${start}叫什么`, `什么是${start}`], sentence, 'frame'))
  },
  long(sentence) {
    const text = sentence.replace(/[。！？]$/, '')
    if (text.length < 42 || text.length > 120) return null
    const kept = thin(
      segments(text),
      (word) => (LITTLE.has(word) ? 0.6 : /\p{Script=Han}/u.test(word) ? 0.82 : 1),
      sentence,
    )
    const words = kept.map((word) => (chance(word, 'other') < 0.5 ? (OTHER.get(word) ?? word) : word)).join('')
    return mine(
      choose(['我想知道', '请问一下，', '我的项目里', ''], sentence, 'before') +
        words +
        choose(['，这是怎么回事', '，对吗', ''], sentence, 'after'),
    )
  },
  mixed: (text) => {
    const query = withEnglishTerm(text.replace(/[。：]$/, ''), 'zh')
    return query === null ? null : choose([query, `怎么${query}`, `${query}是什么意思`], text, 'frame')
  },
  errorFrames: ['', '', '报错：', '出现这个错误怎么解决 ', '请问这是什么意思 '],
}

function ask(wanted: string): string {
  const words = segments(mine(wanted))
  const reworded = words.map((word) => (chance(wanted + word, 'verb') < 0.6 ? (OTHER.get(word) ?? word) : word))
  const content = reworded.filter((word) => word.length > 1 && !LITTLE.has(word))
  const left = content.length < 6 ? null : choose(content, wanted, 'left')
  return choose(HOW, wanted, 'how')(reworded.filter((word) => word !== left).join(''))
}

function segments(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function mine(text: string): string {
  return text.replaceAll(/你们?/g, '我').replaceAll('`', '')
}
