import { josa } from 'es-hangul'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'

/** Why an edit of a record that is gone was refused. */
export function goneText(collection: CollectionName): string {
  return `서버에 이 ${josa(bookOf(collection).noun, '이/가')} 없습니다. 다른 사람이 삭제했을 수 있습니다.`
}
