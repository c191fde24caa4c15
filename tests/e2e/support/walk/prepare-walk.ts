import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import { newId } from '#server/new-id.ts'
import { makeAddress } from '../addresses.ts'
import { makeReadyUnits } from '../applications.ts'
import type { Colleague } from '../colleague.ts'
import { makeDeposits } from '../deposits.ts'
import { makeCases } from '../own-cases.ts'
import type { WalkContext } from '../screens/screen.ts'

/** Creates records whose names begin with `name`, and collects ids of existing ones. */
export async function prepareWalk(colleague: Colleague, url: string, name: string): Promise<WalkContext> {
  const jibun = `${name}면 1`
  const address = await makeAddress(colleague, { jibun, status: 'holder_change', owner_name: name, type: 'land' })
  await colleague.send('POST', '/api/deposition/address/land/', {
    address_id: address,
    lot: '1',
    land_kind: '답',
    area: 20,
    taken_area: 10,
    unit_price: 1000,
  })
  await makeCases(colleague, name, 2)
  await makeDeposits(colleague, name)
  const [unitId = '', jointId] = await makeReadyUnits(colleague, name, 2)
  await colleague.send('POST', '/api/mysql/realestate/owner/', {
    id: newId(),
    unit_id: jointId,
    owner: `${name} 공유`,
    share: 50,
    place: 2,
    party_kind: 'corporation',
  })
  return { url, name, jibun, unitId, firstIds: await readFirstIds(colleague) }
}

async function readFirstIds(colleague: Colleague): Promise<ReadonlyMap<CollectionName, string>> {
  const ids = new Map<CollectionName, string>()
  for (const collection of collectionNames.filter((name) => getBook(name).hasWindow)) {
    const path = `${getBook(collection).path}?page_size=1`
    const [first] = (await colleague.get<{ results: { id: string }[] }>(path)).results
    if (first) ids.set(collection, first.id)
  }
  return ids
}
