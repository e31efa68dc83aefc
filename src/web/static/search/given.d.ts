// What src/hosts/docs/widget-route.ts writes before the modules of the widget.

/** Address that counts what readers do; null: nothing is counted. */
declare const EVENTS_PATH: string | null
declare const STYLE: string
/** Texts by locale. */
declare const TEXTS: Readonly<Record<string, import('../../search-texts.ts').SearchTexts>> & {
  readonly en: import('../../search-texts.ts').SearchTexts
}
