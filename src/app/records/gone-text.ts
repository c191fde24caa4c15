import { josa } from 'es-hangul'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'

/** Why an edit of a deleted record was refused. */
export function goneText(collection: CollectionName): string {
  return `서버에 이 ${josa(bookOf(collection).noun, '이/가')} 없습니다. 다른 사람이 삭제했을 수 있습니다.`
}

/** Text for a record that isn't on this device. */
export function absentText(collection: CollectionName): string {
  const { noun } = bookOf(collection)
  return `삭제되었거나 이 기기에 아직 내려받지 않은 ${noun}입니다.`
}
