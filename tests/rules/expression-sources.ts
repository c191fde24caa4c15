import ts from 'typescript'

/** A regular expression of the product, as the engine gets it. */
export interface Expression {
  readonly file: string
  readonly line: number
  /** `/source/flags`. */
  readonly text: string
}

/** A call of `RegExp` whose text is assembled at run time. */
export interface BuiltExpression {
  readonly file: string
  readonly line: number
  /** Its argument as written in the code. */
  readonly from: string
  /** False inside a function, where each call builds another expression. */
  readonly isBuiltOnce: boolean
}

export interface ExpressionsOfFile {
  readonly expressions: readonly Expression[]
  readonly built: readonly BuiltExpression[]
}

/**
 * Finds the literals of a source, the calls of `RegExp` with a constant text, and the other calls.
 */
export function listExpressions(file: string, source: string): ExpressionsOfFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const expressions: Expression[] = []
  const built: BuiltExpression[] = []
  const visit = (node: ts.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
    if (ts.isRegularExpressionLiteral(node)) expressions.push({ file, line, text: node.text })
    const [pattern, flags] = readRegExpArguments(node) ?? []
    if (pattern) {
      const text = readKnownText(pattern)
      const knownFlags = flags ? readKnownText(flags) : ''
      const from = pattern.getText(tree).replace(/\s+/g, ' ')
      if (text === null || knownFlags === null) built.push({ file, line, from, isBuiltOnce: !isInFunction(node) })
      else expressions.push({ file, line, text: `/${text}/${knownFlags}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { expressions, built }
}

function readRegExpArguments(node: ts.Node): readonly ts.Expression[] | null {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return null
  const callee = node.expression
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : ''
  return name === 'RegExp' ? (node.arguments ?? []) : null
}

/**
 * Text that the source states itself: a literal, a template without placeholders, or literals
 * joined by a literal.
 */
function readKnownText(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTaggedTemplateExpression(node)) return readRawText(node)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { name, expression: list } = node.expression
  if (name.text !== 'join' || !ts.isArrayLiteralExpression(list)) return null
  const [separator] = node.arguments
  const parts = list.elements.map(readKnownText)
  const between = separator ? readKnownText(separator) : ','
  return between === null || parts.includes(null) ? null : parts.join(between)
}

function readRawText({ tag, template }: ts.TaggedTemplateExpression): string | null {
  return tag.getText() === 'String.raw' && ts.isNoSubstitutionTemplateLiteral(template)
    ? template.getText().slice(1, -1)
    : null
}

function isInFunction(node: ts.Node): boolean {
  for (let outer = node.parent; !ts.isSourceFile(outer); outer = outer.parent) if (ts.isFunctionLike(outer)) return true
  return false
}
