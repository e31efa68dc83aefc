import type { FaultCode } from '../model/content-fault.ts'

/**
 * How much a fault matters. An error breaks something for readers, and fails the check. A warning may, and fails a strict
 * check. A hint is no fault.
 */
export type Severity = 'error' | 'warning' | 'hint'

interface Guide {
  readonly severity: Severity
  /** What to do about it. */
  readonly remedy: string
}

/** What each fault means for the author of the content. */
export const FAULT_GUIDE: Readonly<Record<FaultCode, Guide>> = {
  bad_yaml: error('Write the front matter as YAML: values with a colon or a hash need quotes.'),
  bad_toml: error('Write the front matter as TOML: texts need quotes, and each field its own line.'),
  bad_json: error('Write the front matter as one object of JSON.'),
  bad_date: error('Write the date as 2026-11-20, or with a time as in RFC 3339.'),
  no_title: error('Give the page a title in its front matter, or a heading of level 1.'),
  stray_brace: error('Write \\{ for a brace that is text, or put it in code.'),
  unclosed_tag: error('Close the tag, or write &lt; for a sign that is text.'),
  invalid_utf8: error('Save the file as UTF-8.'),
  duplicate_path: error('Rename one of the two files, or give it another slug.'),
  bad_name: error('Rename the file.'),
  symlink_outside: error('Copy what the link leads to into the content, or remove the link.'),
  symlink_loop: error('Remove the link.'),
  bad_meta: error('Write the file as the page about order and titles of the documentation shows.'),
  bad_synonyms: error('Write the file as the page about synonyms of the documentation shows.'),
  unreadable: error('Let the user who runs Signpost read the file.'),
  failed_reader: error('Report it with the file. Until it is mended, write what the message names in another way.'),
  slow_page: error('Split the page, or write what takes so long in another way. If it is an ordinary page, report it.'),
  too_large: error('Split the file, or save the image smaller.'),
  too_many: error('Point CONTENT_DIR at the documentation alone.'),
  unknown_locale: error('Move the file to docs/en, docs/zh or docs/ko.'),
  not_html: error('Remove the file from the site, or give it the extension of what it is.'),
  bad_encoding: error('Declare the encoding that the page has, or save it as UTF-8.'),
  too_many_tags: warning('Split the page.'),
  no_content: warning('Give the selector of the content in site.yaml, or mark it with data-pagefind-body.'),
  missing_image: error('Correct the address, or add the file.'),
  bad_file: error('Save the file as a type that is served, or rename it.'),
  dead_link: error('Correct the address, or remove the link.'),
  dead_anchor: warning('Correct what follows the #, or give the heading that id.'),
  unresolved_include: error('Correct the path of the file, which must lie within the content.'),
  unknown_shortcode: warning('Write what the shortcode shows as Markdown, or leave it out.'),
  unread_format: error('Build or convert it as the message says, or name the files under exclude in site.yaml.'),
  unread_template: warning('Write what the program makes as Markdown, or let Signpost read the built site.'),
  unread_config: warning('Write the value into the configuration itself, or say it in site.yaml.'),
  unknown_component: warning('Write what the component shows as Markdown, or leave it out.'),
  raw_directive: warning('Write it in the syntax of this kind of source, or put it in code.'),
  bad_site: error('Correct the member of site.yaml, as its page of the documentation shows.'),
  dead_redirect: error('Let the redirect lead to a page that exists.'),
  empty_locale: warning('Give the locale the name of its folder, or remove it from site.yaml.'),
  empty_version: warning('Remove the version from site.yaml, or give a source its name.'),
  no_home: warning('Add an index page, to which the address of the language leads.'),
  unknown_alert: hint('Write NOTE, TIP, IMPORTANT, WARNING or CAUTION, with a title behind it.'),
  not_published: hint('Remove the draft mark, the noindex mark or the date when it shall appear.'),
  not_listed: hint('Add the page to the navigation, or remove the noindex mark, when it shall be found.'),
  not_searched: hint('Remove the field that keeps the page out of search, when it shall be found.'),
  missing_translation: hint('Translate the page. Until then it is shown in English.'),
  orphan_page: hint('Link to the page from another one.'),
}

export function severityOf({ code }: { readonly code: FaultCode }): Severity {
  return FAULT_GUIDE[code].severity
}

function error(remedy: string): Guide {
  return { severity: 'error', remedy }
}

function warning(remedy: string): Guide {
  return { severity: 'warning', remedy }
}

function hint(remedy: string): Guide {
  return { severity: 'hint', remedy }
}
