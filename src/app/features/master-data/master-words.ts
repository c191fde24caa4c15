import { josa } from 'es-hangul'
import type { Field } from '#contract/books/field.ts'

/** What the form says of a required field left empty: `이름을 입력해주세요.`, `회사를 선택해주세요.` (spec 3 §5). */
export function missingText({ kind, label }: Field): string {
  return `${josa(label, '을/를')} ${kind === 'reference' || kind === 'enum' ? '선택' : '입력'}해주세요.`
}
