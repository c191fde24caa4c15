import { askCopyKeySchema, copyKeyPath, copyKeySchema, escrowLabel } from '#contract/copy-key.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '#server/deps.ts'
import { openBox } from '#server/numbers/sealed-boxes.ts'
import { audit } from '#server/plugins/audit.ts'
import { Refusal } from '#server/plugins/refusal.ts'
import { sharedLimit } from '#server/plugins/shared-limit.ts'
import { requireOwnSessions } from './policy.ts'

/** Nobody forgets a PIN more often. */
const perMinute = 10

/** Hands the key of unsent edits on a sealed device back to whose they are (contract/copy-key.ts). It opens for no other person, and stands in the trail. */
export function registerCopyKey(app: App, deps: Deps): void {
  const { db, numbers } = deps
  app.route({
    method: 'POST',
    url: copyKeyPath,
    schema: {
      tags: ['로그인'],
      summary: '전송하지 않은 작업을 여는 키',
      body: askCopyKeySchema,
      response: { 200: copyKeySchema, '4xx': problemSchema },
    },
    onRequest: [async (request) => void requireOwnSessions(request), sharedLimit(deps, { max: perMinute })],
    handler: async (request) => {
      const user = requireOwnSessions(request)
      const { key_id: keyId, box } = request.body
      const key = openBox(numbers, { keyId, box }, escrowLabel(user.id))
      if (key?.length !== 32) throw new Refusal(problem('refused', { message: cannotOpen }))
      await audit(db, { user, address: request.ip, act: 'copy_key' })
      return { key: key.toString('base64url') }
    },
  })
}

const cannotOpen = '이 기기에 남은 작업을 열 수 없습니다. 최고관리자에게 문의해 주세요.'
