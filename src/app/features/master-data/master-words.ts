import { josa } from 'es-hangul'
import type { MasterCollection } from '#contract/deposit-cases/master-data.ts'
import type { Field } from '#contract/books/field.ts'

/** Message for an empty required field: `이름을 입력해주세요.`, `회사를 선택해주세요.` */
export function missingText({ kind, label }: Field): string {
  return `${josa(label, '을/를')} ${kind === 'reference' || kind === 'enum' ? '선택' : '입력'}해주세요.`
}

/** Toast for a list that cannot be read. Titles use the words of the generic table. */
export function loadFailedText(collection: MasterCollection): string {
  return collection === 'titles' ? '데이터 로드 중 오류가 발생했습니다.' : '목록 조회 실패'
}
