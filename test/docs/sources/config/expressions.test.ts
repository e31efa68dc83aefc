import t from 'tap'
import { openModule } from '../../../../src/docs/sources/config/config-module.ts'
import { isShowable, UNKNOWN } from '../../../../src/docs/sources/config/config-values.ts'
import { shownInMdx } from '../../../../src/docs/sources/config/jsx-markup.ts'

/** Tells values of expressions that stand in a program of a page. */
function page(code: string, file = 'page.ts'): (expression: string, given?: Record<string, unknown>) => unknown {
  const { valueOf } = openModule(
    file,
    (path) => (path === file ? code : null),
    () => null,
  )
  return (expression, given = {}) => valueOf(expression, new Map(Object.entries(given)))
}

t.test('operators compute as JavaScript does', async (t) => {
  const value = page('const d = 5, name = "lamp", none = null, list = [3, 1, 2], lamp = { oil: { left: 0 } }')
  for (const [expression, expected] of Object.entries({
    'd > 9 ? "y" : "n"': 'n',
    'd >= 5 && d <= 5 && !(d < 5)': true,
    'd !== 5 || d === 5': true,
    'd == "5"': true,
    '(d * 2 - 1) % 4 / 2': 0.5,
    '-d + 2 ** 3': 3,
    'd > 3 ? d > 4 ? "four" : "three" : "less"': 'four',
    'none ?? "none"': 'none',
    'none?.oil': undefined,
    'none?.oil.left ?? 1': 1,
    'lamp?.oil?.left': 0,
    'lamp.oil.left || "empty"': 'empty',
    '`${name}: ${d + 1}, ${none}`': 'lamp: 6, null',
    'typeof d': 'number',
    '"oil" in lamp': true,
    'name[0] + name.length': 'l4',
  }))
    t.equal(value(expression), expected, expression)
})

t.test('methods of texts and lists are followed', async (t) => {
  const value = page('const list = [{ n: 3 }, { n: 1 }, { n: 2 }], name = " Oil Lamp "')
  for (const [expression, expected] of Object.entries({
    'list.filter((each) => each.n > 1).map(({ n }) => n).join(", ")': '3, 2',
    'list.map((each) => each.n).sort().reverse()': [3, 2, 1],
    'list.toSorted((a, b) => a.n - b.n)[0].n': 1,
    'list.find(({ n }) => n === 2)?.n': 2,
    'list.some((each) => each.n === 9) || list.every((each) => each.n)': true,
    'Object.keys(list[0]).concat(["m"])': ['n', 'm'],
    'Math.max(1, 7.2).toFixed(2)': '7.20',
    'name.trim().toUpperCase().replace("OIL", "GAS").split(" ")': ['GAS', 'LAMP'],
    'name.replaceAll(" ", "").padEnd(9, "-")': 'OilLamp--',
    'name.trim().replace(/[A-Z]/g, "_")': '_il _amp',
  }))
    t.same(value(expression), expected, expression)
})

t.test('values of Vue are what they are at first', async (t) => {
  const value = page(`import { ref, reactive, computed } from 'vue'
    const c = ref(5), o = reactive({ a: [1, 2] }), one = computed(() => 1), twice = computed(() => c.value * 2)
    function label(n) { if (n > 9) { return 'many' } return 'few' }`)
  t.same([value('c'), value('o.a.length'), value('one + twice'), value('label(twice)')], [5, 2, 11, 'many'])
  t.equal(value('c > 4 ? label(c) : label(99)'), 'few')
})

t.test('nothing is told of what depends on the program', async (t) => {
  const value = page(`import { page, site } from 'vitepress'
    let n = 1; n = 2
    const list = []; for (const each of [1, 2]) list.push(each)
    const grown = [1]; fill(); function fill() { grown.push(2) }
    const later = [1]; onMounted(() => { later.push(2) })
    function loops() { while (true) {} return 1 }
    const holder = { ...page, a: 1 }`)
  for (const expression of [
    'page > 9 ? "y" : "n"',
    'page || "otherwise"',
    'page ?? "otherwise"',
    'site({ title: "a" }).title',
    '[...page].length',
    'holder.b',
    'n',
    'list.length',
    'grown.length',
    'loops()',
    'none.at.all',
    '[1, page].includes(2)',
    '[page].join()',
    'page?.title',
  ])
    t.equal(value(expression), UNKNOWN, expression)
  t.same([value('false && page'), value('true || page'), value('holder.a'), value('later.length')], [false, true, 1, 1])
})

t.test('markup of JSX is written with literals', async (t) => {
  const value = page('export const list = [1, 2], on = true, name = "<oil>"', 'page.mdx')
  t.equal(
    shownInMdx(value('list.map((each) => <li key={each} onClick={() => 0}>{each} {name}</li>)')),
    '<li key={1}>{"1"} {"<oil>"}</li><li key={2}>{"2"} {"<oil>"}</li>',
  )
  t.equal(shownInMdx(value('on && <b title="a">shown</b>')), '<b title="a">shown</b>')
  t.equal(shownInMdx(value('!on && <b>not shown</b>')), '')
  t.equal(shownInMdx(value('on && <b>{unknown}</b>')), null)
})

t.test('what would grow without end is not known, or not shown', async (t) => {
  const twice = Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [a${at}, a${at}]`).join('\n')
  const value = page(`const a0 = ['x']; ${twice}; const text = 'x'.repeat(1e6)`)
  t.equal(isShowable(value('a40')), false)
  t.equal(isShowable(value('a3')), true)
  t.equal(shownInMdx(value('a40')), null)
  t.equal(value('"x".repeat(1e9)'), UNKNOWN)
  t.equal(value('"x".padStart(1e9)'), UNKNOWN)
  t.equal(value('[text, text, text, text, text, text].join("")'), UNKNOWN)
  t.equal(value('text.replaceAll("x", text)'), UNKNOWN)
  t.equal(value(`${'('.repeat(5000)}1`), UNKNOWN)
})
