import { sql, type Transaction } from 'kysely'
import { blogPicturePath } from '#contract/blog/blog-texts.ts'
import {
  hasUndescribedPicture,
  type ManagedPost,
  maxPostLength,
  type PostFields,
  type Preview,
} from '#contract/blog/blog.ts'
import { problem } from '#contract/problem.ts'
import type { TrailAct } from '#contract/trail/trail.ts'
import { estimateReadingMinutes } from '#domain/text/prose-html.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { renderMarkdown } from '#server/documents/markdown/render-markdown.ts'
import { HttpProblem, requireVersion } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { readManagedPost } from './list-managed-posts.ts'
import { readPictureSizes } from './post-pictures.ts'

export type PostWriter = SignedInUser & { ipAddress: string }

/** Renders the Markdown source. Throws a refusal at `markdown` when it cannot be shown. */
export async function renderPost(db: Database, markdown: string): Promise<Preview> {
  if (markdown.length > maxPostLength) throw new HttpProblem(problem('too_large'))
  const rendered = await renderMarkdown(markdown, {
    picturePath: blogPicturePath,
    readSizes: (paths) => readPictureSizes(db, paths),
  })
  if ('refused' in rendered) throw new HttpProblem(rendered.refused)
  return { html: rendered.html, readingTime: estimateReadingMinutes(rendered.text) }
}

/** Creates a post. Repeating the same `creation_key` returns the existing post unchanged. */
export async function createPost(
  { db, now }: Deps,
  { creation_key, ...fields }: PostFields & { creation_key: string },
  writer: PostWriter,
): Promise<ManagedPost> {
  const values = await toColumnValues(db, fields)
  const id = await db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto('blog_post')
      .values({
        ...values,
        creation_key,
        updated_by: writer.name,
        published_at: fields.state === 'published' ? now().toISOString() : null,
      })
      .onConflict((conflict) => conflict.column('creation_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created !== undefined)
      await writePostTrail(trx, 'create', { id: String(created.id), title: fields.title, writer })
    return created && String(created.id)
  })
  return await requireManagedPost(db, id ?? (await findByCreationKey(db, creation_key)))
}

/**
 * Updates a post if it is still at the version the writer read; otherwise throws `conflict` with
 * who changed it first and the current post.
 */
export async function changePost(
  { db, now }: Deps,
  { id, version, fields }: { id: string; version: number; fields: PostFields },
  writer: PostWriter,
): Promise<ManagedPost> {
  const values = await toColumnValues(db, fields)
  await db.transaction().execute(async (trx) => {
    const before = await lockPost(trx, id, version)
    const timestamp = now().toISOString()
    await trx
      .updateTable('blog_post')
      .set({
        ...values,
        updated_by: writer.name,
        updated_at: timestamp,
        version: version + 1,
        published_at: before.published_at ?? (fields.state === 'published' ? timestamp : null),
      })
      .where('id', '=', Number(id))
      .execute()
    await writePostTrail(trx, 'update', { id, title: fields.title, writer })
  })
  return await requireManagedPost(db, id)
}

/** Deletes a post under the same version check. */
export async function removePost(
  { db }: Deps,
  { id, version }: { id: string; version: number },
  writer: PostWriter,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { title } = await lockPost(trx, id, version)
    await trx.deleteFrom('blog_post').where('id', '=', Number(id)).execute()
    await writePostTrail(trx, 'delete', { id, title, writer })
  })
}

async function toColumnValues(db: Database, fields: PostFields) {
  if (fields.state === 'published') refuseUnfinished(fields)
  await refuseMissingPictures(db, fields)
  const { html, readingTime } = await renderPost(db, fields.markdown)
  return { ...fields, tags: [...new Set(fields.tags)], html, reading_minutes: readingTime }
}

async function refuseMissingPictures(db: Database, fields: PostFields): Promise<void> {
  const keys = (['image', 'author_image'] as const).filter((key) => fields[key] !== null)
  const pictures = await readPictureSizes(
    db,
    keys.map((key) => fields[key] ?? ''),
  )
  const message = '이미지를 찾을 수 없습니다. 다시 올려 주세요.'
  const missingFields = keys.filter((key) => !pictures.has(fields[key] ?? '')).map((key) => [key, message])
  if (missingFields.length > 0)
    throw new HttpProblem(problem('refused', { message, fields: Object.fromEntries(missingFields) }))
}

/** A draft may lack what visitors need to see. */
function refuseUnfinished({ excerpt, markdown, image, image_alt }: PostFields): void {
  const missing = {
    ...(excerpt === '' && { excerpt: '게시하려면 요약을 입력해 주세요.' }),
    ...(markdown.trim() === '' && { markdown: '게시하려면 본문을 입력해 주세요.' }),
    ...(hasUndescribedPicture(markdown) && { markdown: '게시하려면 본문에 넣은 사진마다 설명을 적어 주세요.' }),
    ...(image !== null && image_alt === '' && { image_alt: '게시하려면 대표 이미지의 설명을 입력해 주세요.' }),
  }
  if (Object.keys(missing).length > 0) throw new HttpProblem(problem('refused', { fields: missing }))
}

async function lockPost(trx: Transaction<Tables>, id: string, version: number) {
  const post = await trx
    .selectFrom('blog_post')
    .select(['title', 'version', 'published_at', 'updated_by', 'updated_at'])
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst()
  return await requireVersion(post, version, {
    notFoundMessage: '요청하신 게시글을 찾을 수 없습니다.',
    readCurrent: async () => await readManagedPost(trx, id),
  })
}

async function writePostTrail(
  trx: Transaction<Tables>,
  act: TrailAct,
  { id, title, writer }: { id: string; title: string; writer: PostWriter },
): Promise<void> {
  await writeTrail(trx, {
    user: writer,
    ipAddress: writer.ipAddress,
    act,
    // Trail rows identify records by UUID, so a post's number goes into the detail.
    collection: 'blog-posts',
    detail: { id, title },
  })
}

async function requireManagedPost(db: Database, id: string | undefined): Promise<ManagedPost> {
  const post = id === undefined ? undefined : await readManagedPost(db, id)
  if (post === undefined)
    throw new HttpProblem(problem('not_found', { message: '요청하신 게시글을 찾을 수 없습니다.' }))
  return post
}

/** Id of the post that an earlier call with this creation key made. */
async function findByCreationKey(db: Database, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('blog_post')
    .select(sql<string>`id::text`.as('id'))
    .where('creation_key', '=', key)
    .executeTakeFirst()
  return row?.id
}
