/**
 * Words of Chinese that say little about what a reader wants: questions, pronouns, particles, auxiliary verbs, conjunctions. In a
 * query they weigh as little as English stop words.
 */
const LITTLE_WORDS = new Set(
  (
    '什么 怎么 怎样 怎么样 怎么办 如何 为什么 为何 为啥 啥 多少 几 何 何时 谁 哪 哪个 哪些 哪里 请 请问 请教 谢谢 意思 回事 知道 ' +
    '告诉 叫 叫做 是否 有没有 是不是 能不能 可不可以 会不会 我 我们 你 你们 您 他 她 它 它们 他们 自己 这 那 这个 那个 这些 那些 这样 ' +
    '那样 这里 那里 的 地 得 了 着 过 吗 呢 吧 啊 么 呀 嘛 是 在 有 可以 可 能 能够 能否 可否 会 要 想 想要 应 应该 应当 该 需要 需 ' +
    '必须 将 把 被 让 使 给 从 到 向 往 对 对于 关于 由 由于 和 与 及 或 或者 以及 因 因为 所以 因此 如果 若 当 时 时候 而 而且 并 并且 ' +
    '但 但是 不过 然而 虽然 就 也 都 还 又 再 才 只 很 太 更 最 非常 已 已经 正在 一 一个 一些 一下 一种 个 些 种 为 为了 以 于 之 其 所 ' +
    '等 进行'
  ).split(' '),
)

export function isLittleChineseWord(word: string): boolean {
  return LITTLE_WORDS.has(word)
}
