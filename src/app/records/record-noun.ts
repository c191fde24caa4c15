import { josa } from 'es-hangul'
import { mirroredCollections, type CollectionName } from '#contract/records/collections.ts'

/** One such record in a sentence; the records of a case book are cases. What a label says in brackets is left out. */
export function nounOf(collection: CollectionName = 'real-estate'): string {
  const isCase = collection === 'real-estate' || collection === 'deposit-cases'
  return isCase ? '사건' : mirroredCollections[collection].label.replace(/\(.*\)$/, '')
}

/** Why an edit of a record that is gone was refused. */
export function goneText(collection?: CollectionName): string {
  return `서버에 이 ${josa(nounOf(collection), '이/가')} 없습니다. 다른 사람이 삭제했을 수 있습니다.`
}
