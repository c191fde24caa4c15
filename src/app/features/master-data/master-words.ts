import { josa } from 'es-hangul'
import type { MasterCollection } from '#contract/master-data.ts'
import type { Field } from '#contract/books/field.ts'

/** What the form says of a required field left empty: `이름을 입력해주세요.`, `회사를 선택해주세요.` (spec 3 §5). */
export function missingText({ kind, label }: Field): string {
  return `${josa(label, '을/를')} ${kind === 'reference' || kind === 'enum' ? '선택' : '입력'}해주세요.`
}

/** What the toast says of a list that cannot be read. Titles are a generic table and speak as one. */
export function loadFailedText(collection: MasterCollection): string {
  return collection === 'titles' ? '데이터 로드 중 오류가 발생했습니다.' : '목록 조회 실패'
}
