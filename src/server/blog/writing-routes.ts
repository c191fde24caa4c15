import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { blogPicturePath } from '#contract/blog/blog-texts.ts'
import {
  managedPostListSchema,
  managedPostQuerySchema,
  managedPostSchema,
  managedPostsPath,
  pictureResponseSchema,
  postChangeSchema,
  postCreateSchema,
  postParamsSchema,
  postPictureLimits,
  postPreviewPath,
  postRemovalSchema,
  previewRequestSchema,
  previewSchema,
} from '#contract/blog/blog.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '#server/deps.ts'
import { readPictureForm } from '#server/documents/pictures/store-picture.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { listManagedPosts, readManagedPost } from './list-managed-posts.ts'
import { requireBlogWriter } from './policy.ts'
import { storePostPicture } from './post-pictures.ts'
import { changePost, createPost, type PostWriter, removePost, renderPost } from './write-post.ts'

const tags = ['소식']
const itemPath = `${managedPostsPath}:id`
// Checks the permission before the body is parsed.
const onRequest = async (request: FastifyRequest) => void requireBlogWriter(request)
const refusals = { '4xx': problemSchema }

/**
 * Listing (drafts included) and writing of posts. Posts are not mirrored to devices: one person at
 * a desk writes them, and the preview needs the server anyway.
 */
export function registerBlogWriting(app: App, deps: Deps): void {
  registerManagedReading(app, deps)
  registerWrites(app, deps)
  registerPreview(app, deps)
  registerPictureUpload(app, deps)
}

function registerManagedReading(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: managedPostsPath,
    schema: { tags, querystring: managedPostQuerySchema, response: { 200: managedPostListSchema } },
    onRequest,
    handler: async (request) => await listManagedPosts(db, request.query),
  })
  app.route({
    method: 'GET',
    url: itemPath,
    schema: { tags, params: postParamsSchema, response: { 200: managedPostSchema, ...refusals } },
    onRequest,
    handler: async (request) => {
      const post = await readManagedPost(db, request.params.id)
      if (post === undefined) {
        throw new HttpProblem(problem('not_found', { message: '요청하신 게시글을 찾을 수 없습니다.' }))
      }
      return post
    },
  })
}

function registerWrites(app: App, deps: Deps): void {
  app.route({
    method: 'POST',
    url: managedPostsPath,
    schema: { tags, body: postCreateSchema, response: { 201: managedPostSchema, ...refusals } },
    onRequest,
    handler: async (request, reply) =>
      reply.code(201).send(await createPost(deps, request.body, toPostWriter(request))),
  })
  app.route({
    method: 'PUT',
    url: itemPath,
    schema: {
      tags,
      params: postParamsSchema,
      body: postChangeSchema,
      response: { 200: managedPostSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => {
      const { version, ...fields } = request.body
      return await changePost(deps, { id: request.params.id, version, fields }, toPostWriter(request))
    },
  })
  app.route({
    method: 'DELETE',
    url: itemPath,
    schema: { tags, params: postParamsSchema, body: postRemovalSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      await removePost(deps, { ...request.params, ...request.body }, toPostWriter(request))
      return reply.code(204).send(null)
    },
  })
}

function registerPreview(app: App, { db }: Deps): void {
  app.route({
    method: 'POST',
    url: postPreviewPath,
    schema: { tags, body: previewRequestSchema, response: { 200: previewSchema, ...refusals } },
    onRequest,
    handler: async (request) => await renderPost(db, request.body.markdown),
  })
}

function registerPictureUpload(app: App, { db }: Deps): void {
  app.route({
    method: 'POST',
    url: blogPicturePath,
    schema: { tags, response: { 201: pictureResponseSchema, ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      if (!request.isMultipart()) throw new HttpProblem(problem('unsupported_media_type'))
      const { picture } = await readPictureForm(request, postPictureLimits)
      if (picture === undefined) {
        const message = '이미지를 선택해 주세요.'
        throw new HttpProblem(problem('invalid_request', { message, fields: { img: message } }))
      }
      return reply.code(201).send(await storePostPicture(db, picture))
    },
  })
}

function toPostWriter(request: FastifyRequest): PostWriter {
  return { ...requireBlogWriter(request), ipAddress: request.ip }
}
