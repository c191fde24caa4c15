import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { constants, gzip, zstdCompress } from 'node:zlib'
import { isLoopback } from '../loopback.ts'

const minCompressedBytes = 10_000

/**
 * Sends JSON text, lightly compressed when it crosses a network: records shrink to a sixth. On
 * loopback (the same machine or a local proxy) compression would cost more time than it saves. It
 * runs on zlib's thread pool.
 */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const accepted = request.headers['accept-encoding'] ?? ''
  if (text.length < minCompressedBytes || isNear(request.ip)) return reply.send(text)
  if (/\bzstd\b/.test(accepted)) return reply.header('content-encoding', 'zstd').send(await compress.zstd(text))
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await compress.gzip(text))
  return reply.send(text)
}

const compress = {
  zstd: (text: string) => promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 1 }),
}

function isNear(address: string): boolean {
  return isLoopback(address.replace(/^::ffff:/, ''))
}
