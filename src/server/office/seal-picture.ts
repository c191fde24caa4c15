import { sql } from 'kysely'
import { sealPictureLimits } from '#contract/office/office-settings.ts'
import { officeSealPath } from '#contract/office/office-words.ts'
import { problem } from '#contract/problem.ts'
import type { Database } from '../db/client.ts'
import { preparePicture } from '../documents/pictures/store-picture.ts'
import { writePdf } from '../documents/pdf/write-pdf.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Stores a picture of the seal and returns its path. Throws a refusal for a file that is not a
 * picture or cannot be printed.
 */
export async function storeSealPicture(db: Database, file: Uint8Array): Promise<string> {
  const { id, media_type, bytes } = preparePicture(file, { maxSide: sealPictureLimits.maxSide, field: 'img' })
  // The screen converts every picture to PNG; other clients must do so themselves.
  if (media_type === 'image/webp') throw refusalOf('직인은 PNG나 JPEG 이미지로 올려 주세요.')
  await tryPrinting(bytes)
  await sql`
    insert into office_picture (id, media_type, bytes) values (${id}, ${media_type}, ${bytes})
    on conflict (id) do update set inserted_at = now()
  `.execute(db)
  await sweepPictures(db)
  return `${officeSealPath}${id}`
}

/** Refuses it now rather than failing when a letter is drawn. */
async function tryPrinting(bytes: Buffer): Promise<void> {
  const seal = new Uint8Array(bytes)
  const paper = { title: '', author: '', createdAt: new Date(0).toISOString(), pageLine: '' }
  try {
    await writePdf({ ...paper, blocks: [{ kind: 'signature', text: '', size: 18, seal: { picture: seal } }] })
  } catch {
    throw refusalOf('인쇄할 수 없는 이미지입니다. PNG로 다시 저장한 뒤 올려 주세요.')
  }
}

function refusalOf(message: string): Refusal {
  return new Refusal(problem('unsupported_file', { message, fields: { img: message } }))
}

/**
 * Deletes unused pictures a day after their upload, which leaves time for the change that refers to
 * it. Pictures on saved letters are kept permanently.
 */
async function sweepPictures(db: Database): Promise<void> {
  await sql`
    delete from office_picture p where inserted_at < now() - interval '1 day'
      and not exists (select from office_settings where seal_image = ${officeSealPath} || p.id)
      and not exists (select from official_letter where office->>'seal_image' = ${officeSealPath} || p.id)
  `.execute(db)
}
