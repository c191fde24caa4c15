import { josa } from 'es-hangul'
import type { Book } from '#contract/books/field.ts'
import { isEmptyQuestion, type FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { reversedRangeIn } from '#domain/dates/reversed-range.ts'

/**
 * Why a list is empty: a range that ends before it begins, otherwise a search or filter without
 * matches, otherwise no records yet.
 */
export function emptyReason({ noun, madeBy }: Pick<Book, 'noun' | 'madeBy'>, question: FilterQuestion): string {
  const missing = `${josa(noun, '이/가')} 없습니다.`
  if (!isEmptyQuestion(question)) return reversedRangeIn(question.filters) ?? `검색어와 필터에 맞는 ${missing}`
  return madeBy === 'visitor' ? `아직 받은 ${missing}` : `아직 등록된 ${missing}`
}
