import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import {
  buildPaperContentPath,
  type PaperDeclaration,
  type PaperMediaType,
  type PaperState,
  paperStateSchema,
} from '#contract/papers/papers.ts'
import { newId } from '#server/new-id.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/** A paper's file as a device holds it. */
export interface PaperFile {
  readonly contentId: string
  readonly bytes: Buffer
  readonly declaration: PaperDeclaration
}

/** A file with the first bytes of a PDF; the rest depends on `seed`. */
export function generatePdfPaper(
  length = 1000,
  overrides: Partial<PaperDeclaration> & { seed?: number } = {},
): PaperFile {
  const { seed = 1, ...declared } = overrides
  const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 31 + seed * 17 + (index >> 8)) % 256))
  bytes.write('%PDF-1.7', 0, 'latin1')
  bytes.write('%%EOF', length - 5, 'latin1')
  return toPaperFile(bytes, 'application/pdf', declared)
}

export function toPaperFile(
  bytes: Buffer,
  mediaType: PaperMediaType,
  declared: Partial<PaperDeclaration> = {},
): PaperFile {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const declaration = { digest, size: bytes.length, media_type: mediaType, thumb: null, ...declared }
  return { contentId: newId(), bytes, declaration }
}

type Sender = Pick<SignedIn, 'inject'>

export function declareFile(who: Sender, { contentId, declaration }: PaperFile): Promise<LightMyRequestResponse> {
  return who.inject({ method: 'PUT', url: buildPaperContentPath(contentId), payload: declaration })
}

/** Sends the bytes from `from` up to `end`. */
export function sendPiece(
  who: Sender,
  { contentId, bytes }: PaperFile,
  { from, end = bytes.length }: { from: number; end?: number },
): Promise<LightMyRequestResponse> {
  return who.inject({
    method: 'PATCH',
    url: `${buildPaperContentPath(contentId)}?from=${from}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: bytes.subarray(from, end),
  })
}

/** Parses a response as a device does: it must be valid and about the requested file. */
export function parseState(response: LightMyRequestResponse, { contentId }: PaperFile): PaperState {
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  const state = paperStateSchema.parse(response.json())
  if (state.content_id !== contentId) throw new Error('an answer about another file')
  return state
}

/** Declares the file and sends it in pieces of `pieceBytes` bytes. */
export async function sendFile(who: Sender, file: PaperFile, pieceBytes = 400): Promise<PaperState> {
  let state = parseState(await declareFile(who, file), file)
  while (!state.is_whole) {
    const from = state.received
    state = parseState(await sendPiece(who, file, { from, end: from + pieceBytes }), file)
  }
  return state
}

/** Fields of a paper's record that describe this file. */
export function toPaperFields({ contentId, declaration }: PaperFile) {
  const { digest, size, media_type } = declaration
  return { content_id: contentId, digest, size, media_type }
}
