import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  buildPaperContentPath,
  buildPaperStatePath,
  paperDeclarationSchema,
  paperLimits,
  paperStateSchema,
  pieceQuerySchema,
} from '#contract/papers/papers.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { startDaily } from '#server/tasks/daily.ts'
import { declareContent, receivePiece } from './receive-piece.ts'
import { registerServedContents } from './serve-content.ts'
import { readContentState, sweepContents } from './stored-content.ts'

const tags = ['서류철']
const params = z.object({ contentId: idSchema })
const rawBytes = z.instanceof(Buffer).meta({ type: 'string', format: 'binary' })
const response = { 200: paperStateSchema, '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireStaff(request)

/** The files of papers: upload in pieces and download (contract/papers/papers.ts). */
export function paperRoutes(app: App, deps: Deps): void {
  registerDeclaration(app, deps)
  registerPieces(app, deps)
  registerState(app, deps)
  registerServedContents(app, deps)
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startDaily(app.log, {
      run: () => sweepContents(deps),
      onFailure: 'could not remove files that no paper refers to',
    })
  })
  app.addHook('onClose', async () => await stop?.())
}

function registerDeclaration(app: App, deps: Deps): void {
  app.route({
    method: 'PUT',
    url: buildPaperContentPath(':contentId'),
    schema: { tags, summary: '서류 파일 전송 시작하기', params, body: paperDeclarationSchema, response },
    onRequest,
    handler: async ({ params: { contentId }, body }) => await declareContent(deps, contentId, body),
  })
}

/** A separate scope, because no other route accepts raw bytes. */
function registerPieces(app: App, deps: Deps): void {
  app.register((scope: App, _options, done) => {
    const limit = { bodyLimit: paperLimits.maxPieceBytes }
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', ...limit }, (_request, bytes, parsed) =>
      parsed(null, bytes),
    )
    scope.route({
      method: 'PATCH',
      url: buildPaperContentPath(':contentId'),
      schema: {
        tags,
        summary: '서류 파일의 조각 보내기',
        consumes: ['application/octet-stream'],
        params,
        querystring: pieceQuerySchema,
        body: rawBytes,
        response,
      },
      ...limit,
      onRequest,
      handler: async (request) => {
        const { params: pathParams, query, body, ip: ipAddress } = request
        const sender = { user: requireStaff(request), ipAddress }
        return await receivePiece(deps, { contentId: pathParams.contentId, from: query.from, bytes: body, sender })
      },
    })
    done()
  })
}

function registerState(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: buildPaperStatePath(':contentId'),
    schema: { tags, summary: '서류 파일이 어디까지 전송되었는지 보기', params, response },
    onRequest,
    handler: async ({ params: { contentId } }, reply) => {
      const state = await readContentState(db, contentId)
      if (!state) throw new HttpProblem(problem('not_found', { message: '전송을 시작하지 않은 파일입니다.' }))
      return await reply.header('cache-control', 'no-store').send(state)
    },
  })
}
