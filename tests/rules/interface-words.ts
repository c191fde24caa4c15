import ts from 'typescript'
import { interfaceVocabulary } from './interface-vocabulary.ts'

/** A word that texts must not use, and its replacement. */
export interface UnsaidWord {
  word: string
  instead: string
  pattern: RegExp
}

export function listUnsaidWords(): UnsaidWord[] {
  return interfaceVocabulary.flatMap(({ say, not }) =>
    not.map((word) => ({ word, instead: say, pattern: buildPattern(word) })),
  )
}

const particles = '은|는|이|가|을|를|의|에|에서|에는|으로|로|과|와|이나|까지|만|도|부터|마다|이라|이며|이고|입니다'

function buildPattern(word: string): RegExp {
  const end = word.endsWith('…') ? '' : `(?:${particles})?(?![가-힣])`
  return new RegExp(`(?<![가-힣])${word.replace('…', '')}${end}`)
}

/** `file:line word → replacement` for every text literal that contains one of the words. */
export function findWords(file: string, source: string, words: readonly UnsaidWord[]): string[] {
  if (!words.some(({ pattern }) => pattern.test(source))) return []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    for (const { word, instead, pattern } of isText(node) ? words : []) {
      if (!pattern.test(node.getText(tree))) continue
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1} ${word} → ${instead}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) ||
    ts.isJsxText(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  )
}
