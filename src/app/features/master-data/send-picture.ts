import type { KyInstance } from 'ky'
import { bookOf } from '#contract/books/collections.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { needsAttention } from '#mirror/outbox/entry-state.ts'
import { answerOf } from '#app/session/answer-of.ts'

/** Change of a company's picture on save. */
export type PictureChange = { readonly kind: 'new'; readonly picture: Blob } | { readonly kind: 'remove' }

/** How long to wait for the company to reach the server before giving up on the picture. */
const patienceMs = 20_000

/**
 * Uploads a company's picture after the company has reached the server. Pictures bypass the outbox
 * and need a connection. Returns null on success, else the Korean reason.
 */
export async function sendPicture(
  { copy, api }: { copy: OfflineCopy; api: KyInstance },
  id: string,
  change: PictureChange,
): Promise<string | null> {
  if (!(await isSent(copy, id)))
    return '회사 정보가 아직 전송되지 않아 로고 이미지를 올리지 못했습니다. 전송된 뒤 수정 화면에서 다시 올려 주세요.'
  const body = new FormData()
  body.set('id', id)
  if (change.kind === 'new') body.set('img', change.picture, `logo.${change.picture.type.split('/')[1] ?? 'png'}`)
  else body.set('remove_img', '1')
  const answer = await answerOf(api.put(bookOf('companies').path, { body }))
  if (!answer.ok) return answer.problem.fields?.['img'] ?? answer.problem.message
  copy.syncNow()
  return null
}

function isSent(copy: OfflineCopy, id: string): Promise<boolean> {
  const entriesOf = () =>
    copy.outbox.getEntries().filter(({ collection, recordId, state }) => {
      return collection === 'companies' && recordId === id && state !== 'acked'
    })
  if (entriesOf().length === 0) return Promise.resolve(true)
  copy.syncNow()
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), patienceMs)
    const stop = copy.outbox.subscribe(look)
    function look() {
      const entries = entriesOf()
      if (entries.length === 0) finish(true)
      else if (entries.some(needsAttention)) finish(false)
    }
    function finish(sent: boolean) {
      clearTimeout(timer)
      stop()
      resolve(sent)
    }
  })
}
