import type { Node, Statement } from '@babel/types'

/** Methods that change the value that has them. */
const CHANGES = /^(?:add|clear|copyWithin|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift)$/
/** Functions that call what they are given later, when the page is shown already. */
const LATER = /^(?:on[A-Z]\w*|watch\w*|set[A-Z]\w*|nextTick|computed|addEventListener|then|catch|finally)$/
const DEPTH_LIMIT = 200

/** Names whose value the statements of a module change behind their declaration, so that it does not tell the value. */
export function assignedNames(statements: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>()
  const functions = new Map<string, Node>()
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration' && statement.id) functions.set(statement.id.name, statement.body)
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      if (id.type === 'Identifier' && init && isFunction(init)) functions.set(id.name, init.body)
    }
  }

  function visit(node: Node, depth: number): void {
    if (depth > DEPTH_LIMIT) return
    if (node.type === 'AssignmentExpression') note(node.left)
    else if (node.type === 'UpdateExpression') note(node.argument)
    else if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') {
      const { callee } = node
      const isMember = callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression'
      const name = isMember ? nameOf(callee.property) : nameOf(callee)
      if (isMember && CHANGES.test(name)) note(callee.object)
      const body = isMember ? undefined : functions.get(name)
      if (body !== undefined) {
        functions.delete(name)
        visit(body, depth + 1)
      }
      for (const each of node.arguments) if (isFunction(each) && !LATER.test(name)) visit(each.body, depth + 1)
    }
    for (const [key, child] of Object.entries(node)) {
      if (key === 'loc' || key === 'extra') continue
      for (const each of Array.isArray(child) ? child : [child])
        if (isNode(each) && !isFunction(each)) visit(each, depth + 1)
    }
  }

  function note(target: Node): void {
    let at: Node = target
    while (at.type === 'MemberExpression' || at.type === 'TSNonNullExpression') {
      at = at.type === 'MemberExpression' ? at.object : at.expression
    }
    if (at.type === 'Identifier') names.add(at.name)
  }

  for (const statement of statements) if (!isFunction(statement)) visit(statement, 0)
  return names
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : ''
}

function isFunction(
  node: Node,
): node is Extract<Node, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }> {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
