import type { Panel } from '../../../model/page-model.ts'
import { HtmlElement, find, findAll, type HtmlNode } from '../tree.ts'
import type { Context, OpenTabs } from './context.ts'
import { words } from '../../../../shared/words.ts'

/** Sets of tabs that are written as inputs, labels and contents beside one another. */
const ALTERNATING = ['tabbed-set', 'sd-tab-set', 'book-tabs', 'tabset', 'code-tabs', 'gdoc-tabs']
const TAB_BARS = ['tabbed-labels', 'tabs-nav', 'code-group-tabs', 'tablist', 'nav-tabs', 'td-tabs']
const PANELS = words(
  'tabbed-block sd-tab-content book-tabs-content tab-pane sphinx-tabs-panel gdoc-tabs__content tabpanel',
)

/** Whether an element is the bar that names tabs. */
export function isTabBar(element: HtmlElement): boolean {
  if (element.attributes['role'] === 'tablist') return true
  if (element.classes.length === 0) return false
  return (
    element.hasClass(...TAB_BARS) || (element.hasClass('tabs') && element.parent?.hasClass('vp-code-group') === true)
  )
}

export function isTabPanel(element: HtmlElement): boolean {
  if (element.attributes['role'] === 'tabpanel') return true
  return element.classes.length > 0 && element.hasClass(...PANELS)
}

/** Whether an element holds the panels of a bar without a mark of their own, as the code groups of VitePress. */
export function holdsPanels(element: HtmlElement): boolean {
  return element.hasClass('blocks') && element.parent?.hasClass('vp-code-group') === true
}

export function isAlternatingTabs(element: HtmlElement): boolean {
  return (
    element.classes.length > 0 &&
    element.hasClass(...ALTERNATING) &&
    element.elements.some(({ name }) => name === 'label') &&
    !element.elements.some((child) => isTabBar(child))
  )
}

/** Opens a group of tabs whose panels follow. */
export function openTabs(context: Context, bar: HtmlElement): OpenTabs {
  const tabs = findAll(bar, (element) => element.attributes['role'] === 'tab')
  const named = tabs.length > 0 ? tabs : labels(bar)
  return {
    group: { kind: 'group', role: 'tabs', blocks: [] },
    titles: named.map((tab) => ({
      title: context.inline(tab.children),
      panelId: tab.attributes['aria-controls'] ?? fragment(tab) ?? null,
      id: tab.id,
    })),
    next: 0,
  }
}

function labels(bar: HtmlElement): HtmlElement[] {
  const found = findAll(bar, ({ name }) => name === 'label')
  if (found.length > 0) return found
  const items = findAll(bar, ({ name }) => name === 'li' || name === 'button')
  return items.length > 0 ? items : bar.elements
}

function fragment(tab: HtmlElement): string | undefined {
  const link = tab.name === 'a' ? tab : find(tab, ({ name }) => name === 'a')
  const target = link?.attributes['href'] ?? tab.attributes['data-bs-target'] ?? tab.attributes['data-target']
  return target?.startsWith('#') === true && target.length > 1 ? target.slice(1) : undefined
}

/** Adds a panel to the tabs that are open. Its title is found by what the page says, else by the order of the tabs. */
export function addPanel(context: Context, tabs: OpenTabs, panel: HtmlElement, nodes: readonly HtmlNode[]): void {
  const label = panel.attributes['aria-labelledby']
  const named =
    tabs.titles.find(
      ({ id, panelId }) => (label !== undefined && id === label) || (panelId !== null && panelId === panel.id),
    ) ?? tabs.titles[tabs.next]
  tabs.next++
  const outer = context.tabs
  context.tabs = null
  const blocks = context.blocks(nodes)
  context.tabs = outer
  const title = named?.title ?? labelOf(context, panel)
  if (blocks.length === 0 && title.length === 0) return
  const made: Panel = { kind: 'panel', role: 'tab', title, target: null, blocks }
  tabs.group.blocks.push(made)
}

function labelOf(context: Context, panel: HtmlElement): Panel['title'] {
  const element = context.byId.get(panel.attributes['aria-labelledby'] ?? '')
  if (element !== undefined) return context.inline(element.children)
  const label = panel.attributes['aria-label'] ?? panel.attributes['data-label'] ?? panel.attributes['data-tab']
  return label ? [label] : []
}

/** Tabs of inputs, labels and contents that stand beside one another. */
export function alternatingTabs(context: Context, set: HtmlElement): OpenTabs {
  const tabs: OpenTabs = { group: { kind: 'group', role: 'tabs', blocks: [] }, titles: [], next: 0 }
  const contents = set.elements.filter(({ name }) => name !== 'input' && name !== 'label')
  for (const { name, children, id } of set.elements) {
    if (name === 'label') tabs.titles.push({ title: context.inline(children), panelId: null, id })
  }
  for (const content of contents) addPanel(context, tabs, content, content.children)
  return tabs
}
