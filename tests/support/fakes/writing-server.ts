import { z } from 'zod'
import { getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { syncHeaders } from '#contract/sync/sync.ts'
import type { ScriptedServer } from '../books/mirror-fixtures.ts'

const bodySchema = z.object({ id: z.string() }).catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))

/**
 * A scripted server that also accepts case-book writes like the real one: versions continue after a
 * delete, and responses carry their proof. Nobody else writes. Only for thousands of traces, where
 * the real server is too slow; conflicts and refusals are tested against the real one.
 */
export function acceptWrites(server: ScriptedServer, initial: readonly AnyRecord[]): ScriptedServer['fetch'] {
  const rows = new Map(initial.map((record) => [record.id, record]))
  const versions = new Map(initial.map((record) => [record.id, record.version]))

  function write(method: string, { id, ...fields }: z.infer<typeof bodySchema>): number {
    const version = (versions.get(id) ?? 0) + 1
    versions.set(id, version)
    if (method === 'DELETE') {
      rows.delete(id)
      server.remove('real-estate', id)
    } else {
      const row = { ...createEmptyRecord(initial), ...rows.get(id), ...fields, id, version }
      rows.set(id, row)
      server.put('real-estate', row)
    }
    return version
  }

  return async (input, init) => {
    if (new URL(input, 'http://server').pathname !== getBook('real-estate').path || server.isDown) {
      return server.fetch(input, init)
    }
    const body = bodySchema.parse(JSON.parse(z.string().parse(init?.body)))
    const version = write(init?.method ?? '', body)
    const changes = await server.fetch('/api/sync/changes?after=0.0&limit=1000000')
    const { cursor } = z.object({ cursor: z.string() }).parse(await changes.json())
    const headers = { 'op-id': new Headers(init?.headers).get(syncHeaders.opId) ?? '', [syncHeaders.changeSeq]: cursor }
    return new Response(JSON.stringify({ id: body.id, version }), { status: 200, headers })
  }
}

function createEmptyRecord([sample]: readonly AnyRecord[]): AnyRecord {
  if (!sample) throw new Error('the server needs a record that shows the shape of all')
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [key, key.endsWith('_at') && key !== 'receipted_at' ? value : null]),
  ) as AnyRecord
}
