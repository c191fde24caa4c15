import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import { trailSignedNames, trailSignedPath } from '#contract/trail/trail-signed.ts'
import { takeOutShape } from '#contract/trail/take-out.ts'
import { trailFilterShape } from '#contract/trail/trail.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { officeTitle } from '#domain/office/office-words.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import type { App, Deps } from '#server/deps.ts'
import { attachmentHeader } from '#server/documents/attachment.ts'
import { withoutEmpty } from '#server/audit/audit.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { Refusal } from '#server/http/refusal.ts'
import { headsFile, saveHead, readHead } from '../chain/saved-heads.ts'
import { linkTrail } from '../chain/link-rows.ts'
import { auditQuery } from '../audit-query.ts'
import { trailCondition } from '../trail-conditions.ts'
import { openTrailKey } from './trail-key.ts'
import { writeSigned } from './write-signed.ts'

/** Route of 서명 내보내기, for superusers. */
export function registerSignedExport(app: App, deps: Deps): void {
  const { db, config } = deps
  app.route({
    method: 'GET',
    url: trailSignedPath,
    schema: {
      tags: ['접속기록'],
      summary: '접속기록 서명 파일',
      querystring: z.object({ ...trailFilterShape, ...takeOutShape }),
    },
    config: { rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request: FastifyRequest) => void requireSuperuser(request),
    handler: async (request, reply) => {
      const key = openTrailKey(config.trailKeyFile)
      const newest = await auditQuery(db, request, { act: 'export', question: request.query, isSigned: true })
      await linkTrail(db, { isPatient: true })
      const head = await readHead(db)
      if (!head) throw new Refusal(problem('unavailable'))
      saveHead(headsFile(config.dataDir), head)
      const now = deps.now()
      const header = {
        ...({ format: 'ongyeol-office-trail', format_version: 1, how_to_check: howToCheck } as const),
        office: officeTitle(await readOffice(db)),
        exported_at: now.toISOString(),
        exported_by: requireSuperuser(request).name,
        question: questionOf(request.query),
        head,
        public_key: key.publicPem,
        fingerprint: key.fingerprint,
      }
      // A signed export includes every row, also the repeated copies of a device.
      const condition = await trailCondition(db, request.query, 'each')
      return await reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', attachmentHeader(trailSignedNames(officeDay(now.getTime()))))
        .send(writeSigned(db, { condition, newest, header, key }))
    },
  })
}

/** The query without the reason for the export, which the trail holds. */
function questionOf({ reason: _reason, masked: _masked, ...question }: Record<string, unknown>) {
  return withoutEmpty(question)
}

const howToCheck =
  '마지막 줄 앞까지 모든 바이트의 SHA-256(16진수 소문자)이 마지막 줄의 end.sha256과 같고, "ongyeol-office-trail 1 " 뒤에 그 값을 붙인 글에 대한 signature(Ed25519, base64)가 public_key로 확인되면 이 파일은 서명한 그대로입니다. ' +
  'public_key의 지문(fingerprint)은 사무소의 관리 → 접속기록 화면에 있는 값과 비교합니다. 각 기록의 해시는 JSON 배열 ["row",1,seq,at,user_id,user_name,address,act,collection,record_id,subject,detail]의 SHA-256이며 바로 위 연결(link)의 rows에 있습니다.'
