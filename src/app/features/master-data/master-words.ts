import { josa } from 'es-hangul'
import type { Field } from '#contract/books/field.ts'

/** What the form says of a required field left empty: `이름을 입력해주세요.`, `회사를 선택해주세요.` (spec 3 §5). */
export function missingText(field: Field): string {
  const isChosen = field.kind === 'reference' || field.kind === 'enum'
  return `${josa(field.label, '을/를')} ${isChosen ? '선택' : '입력'}해주세요.`
}
