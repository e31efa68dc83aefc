import { babel } from '../../readers/babel.ts'

/** A name that a page takes from another file or package. */
export interface ModuleImport {
  readonly local: string
  /** Name of the export; `default` for the module's own, `*` for all of them. */
  readonly imported: string
  readonly from: string
}

/** The imports of module code, in their order. Code that cannot be parsed has none. */
export function importsOf(code: string): readonly ModuleImport[] {
  if (!code.includes('import')) return []
  const imports: ModuleImport[] = []
  for (const statement of bodyOf(code)) {
    if (statement.type !== 'ImportDeclaration') continue
    const from = statement.source.value
    for (const specifier of statement.specifiers) {
      const local = specifier.local.name
      if (specifier.type === 'ImportDefaultSpecifier') imports.push({ local, imported: 'default', from })
      else if (specifier.type === 'ImportNamespaceSpecifier') imports.push({ local, imported: '*', from })
      else {
        const { imported } = specifier
        imports.push({ local, imported: imported.type === 'Identifier' ? imported.name : imported.value, from })
      }
    }
  }
  return imports
}

function bodyOf(code: string): ReturnType<ReturnType<typeof babel>['parse']>['program']['body'] {
  try {
    return babel().parse(code, { sourceType: 'module', errorRecovery: true, plugins: ['jsx'] }).program.body
  } catch {
    return []
  }
}
