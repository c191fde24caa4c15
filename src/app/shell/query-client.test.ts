import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { openOwnStorage } from '#app/records/offline-copy/own-storage.ts'
import { setSignedOut, setUser } from '#app/session/session-store.ts'
import { createDeviceStorage } from '#app/ui/browser/device-storage.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { createPersistOptions } from './query-client.ts'

const user = { id: 'u1', nickname: '김가온', is_active: true, is_staff: true, is_superuser: false }

test('a response stays on the device when asking again fails, with the time of the response', async () => {
  const storage = createFakeStorage(new Map())
  const local = createDeviceStorage(() => storage)
  const close = await openOwnStorage({ userId: user.id, seals: undefined, local, tab: local })
  setUser(user as never)
  const { persister, dehydrateOptions = {} } = createPersistOptions(user.id)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, meta: { persist: true } } } })
  await client.fetchQuery({ queryKey: ['leave'], queryFn: () => 15 })
  await client.prefetchQuery({ queryKey: ['leave'], queryFn: () => Promise.reject(new Error('no network')) })
  const { dataUpdatedAt, status } = client.getQueryState(['leave']) ?? {}
  expect(status).toBe('error')
  await persister.persistClient({
    buster: '1',
    timestamp: 1,
    clientState: dehydrate(client, dehydrateOptions as never),
  })
  await new Promise((resolve) => setTimeout(resolve))

  const reloaded = new QueryClient()
  hydrate(reloaded, (await persister.restoreClient())?.clientState ?? {})
  expect(reloaded.getQueryState(['leave'])).toMatchObject({ data: 15, status: 'success', error: null, dataUpdatedAt })
  close()
  setSignedOut()
})
