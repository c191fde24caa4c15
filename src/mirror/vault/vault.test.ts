import { createECDH, createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildEscrowLabel } from '#contract/session/session.ts'
import { createPapersDatabase } from '#mirror/papers/papers-database.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { openBox } from '#server/person-numbers/sealed-numbers.ts'
import { type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'
import { makeVault, renewEscrow, resealCopy, sealWaiting, type VaultServer } from './make-vault.ts'
import { changePin, checkVaultState, maxAttempts, openVault } from './open-vault.ts'
import { handoverMs, holdKeys, openVaultChannel } from './vault-channel.ts'
import {
  changeVault,
  dropRevoked,
  dropVaults,
  leaseMs,
  readVault,
  saveContactTime,
  saveLatestTime,
} from './vault-database.ts'
import { createSeals } from './vault-keys.ts'

const pin = '482915'
const wrong = '000000'
/** A cheap PIN; its cost is not under test. */
const cost = { t: 1, m: 8, p: 1 }
const hourMs = 3_600_000

const serverKey = (() => {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { key_id: '0'.repeat(16), public_key: key.getPublicKey('base64url') }
})()

function openDevice() {
  const tab = makeFakeBrowser({ clock: 'real' }).openTab()
  const { runtime } = tab
  const seal = () => makeVault({ runtime, userId: testUserId, pin, serverKey, cost })
  return { tab, runtime, seal }
}

async function listDatabases({ indexedDB }: Runtime) {
  return (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted((a, b) => a.localeCompare(b))
}

async function makeDatabases({ indexedDB }: Runtime, names: readonly string[]): Promise<void> {
  for (const name of names)
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => {
        opening.result.close()
        resolve()
      })
    })
}

describe('the PIN', () => {
  test('opens what was sealed under the same keys, and no other PIN does', async () => {
    const { runtime, seal } = openDevice()
    const sealed = await createSeals(await seal()).outbox.seal({ owner: '홍길동' })
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'locked', triesLeft: maxAttempts })
    const opening = await openVault(runtime, testUserId, pin)
    if (opening.kind !== 'open') throw new Error(opening.kind)
    const seals = createSeals(opening.keys)
    expect(await seals.outbox.open(sealed)).toEqual({ owner: '홍길동' })
    expect(await seals.mirror.open(sealed)).toBeNull()
    expect(JSON.stringify(sealed)).not.toContain('홍길동')
  })

  test('is the same however its letters were composed', async () => {
    const { runtime } = openDevice()
    await makeVault({ runtime, userId: testUserId, pin: '한강7river', serverKey, cost })
    expect((await openVault(runtime, testUserId, '한강7river'.normalize('NFD'))).kind).toBe('open')
  })

  test('has five attempts in a row, and the right PIN resets them', async () => {
    const { runtime, seal } = openDevice()
    await seal()
    for (const triesLeft of [4, 3, 2, 1])
      expect(await openVault(runtime, testUserId, wrong)).toEqual({ kind: 'locked', triesLeft })
    expect((await openVault(runtime, testUserId, pin)).kind).toBe('open')
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'locked', triesLeft: 5 })
  })

  test('drops the copy permanently at the fifth wrong attempt and leaves the outbox with its entries', async () => {
    const { runtime, seal } = openDevice()
    await seal()
    const keptDatabases = [`outbox-${testUserId}`, `papers-${testUserId}`, `seen-${testUserId}`, 'mirror-somebody.3.1']
    const removedNames = [`mirror-${testUserId}.3.1`, `history-${testUserId}`, `paper-copies-${testUserId}`]
    await makeDatabases(runtime, [...keptDatabases, ...removedNames])
    for (let at = 1; at < maxAttempts; at += 1) await openVault(runtime, testUserId, wrong)
    const dropped = { kind: 'dropped', reason: 'wrong_pins' }
    expect(await openVault(runtime, testUserId, wrong)).toEqual(dropped)
    expect(await openVault(runtime, testUserId, pin)).toEqual(dropped)
    const triesLeft = await listDatabases(runtime)
    expect(triesLeft).toEqual([...keptDatabases, `vault-${testUserId}`].toSorted((a, b) => a.localeCompare(b)))
    const row = await readVault(runtime, testUserId)
    expect([row?.pin, typeof row?.escrow.box]).toEqual([null, 'string'])
  })

  test('is counted before it is tried, so a killed page has used its attempt', async () => {
    const { runtime, seal } = openDevice()
    await seal()
    await changeVault(runtime, testUserId, (row) => row && { ...row, tries: maxAttempts })
    expect((await openVault(runtime, testUserId, pin)).kind).toBe('dropped')
  })

  test('can be changed by a user who knows it, and the keys stay', async () => {
    const { runtime, seal } = openDevice()
    const { outbox } = await seal()
    expect(await changePin(runtime, testUserId, { pin: wrong, newPin: '731846', cost })).toBe(false)
    expect(await changePin(runtime, testUserId, { pin, newPin: '731846', cost })).toBe(true)
    expect((await openVault(runtime, testUserId, pin)).kind).toBe('locked')
    const opening = await openVault(runtime, testUserId, '731846')
    expect(opening.kind === 'open' && opening.keys.outbox.id).toBe(outbox.id)
  })
})

describe('72 hours without contact', () => {
  test('drop the copy, and every response of the server restarts them', async () => {
    const { tab, runtime, seal } = openDevice()
    await seal()
    tab.skewMs = leaseMs - hourMs
    expect((await checkVaultState(runtime, testUserId)).kind).toBe('locked')
    await saveContactTime(runtime, testUserId)
    tab.skewMs += leaseMs - hourMs
    expect((await checkVaultState(runtime, testUserId)).kind).toBe('locked')
    tab.skewMs += 2 * hourMs
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'dropped', reason: 'lease' })
    await saveContactTime(runtime, testUserId)
    expect((await openVault(runtime, testUserId, pin)).kind).toBe('dropped')
  })

  test('are not extended by a clock that is set back', async () => {
    const { tab, runtime, seal } = openDevice()
    await seal()
    tab.skewMs = leaseMs - hourMs
    await saveLatestTime(runtime, testUserId)
    tab.skewMs = 0
    expect((await openVault(runtime, testUserId, pin)).kind).toBe('open')
    tab.skewMs = leaseMs + hourMs
    await saveLatestTime(runtime, testUserId)
    tab.skewMs = 0
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'dropped', reason: 'lease' })
  })

  test("don't start for an unsealed copy", async () => {
    const { tab, runtime } = openDevice()
    tab.skewMs = 10 * leaseMs
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'unsealed' })
    expect(await listDatabases(runtime)).toEqual([])
  })
})

describe('ending a copy', () => {
  test('a remotely ended session drops a sealed copy and leaves an unsealed one alone', async () => {
    const { runtime, seal } = openDevice()
    await makeDatabases(runtime, [`mirror-${testUserId}.3.1`])
    await dropRevoked(runtime, testUserId)
    expect(await listDatabases(runtime)).toEqual([`mirror-${testUserId}.3.1`])
    await seal()
    await dropRevoked(runtime, testUserId)
    expect(await listDatabases(runtime)).toEqual([`vault-${testUserId}`])
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'dropped', reason: 'revoked' })
  })

  test('sign-out leaves nothing a PIN opens, except for users who stay signed in', async () => {
    const { runtime, seal } = openDevice()
    await seal()
    await makeVault({ runtime, userId: 'stays', pin, serverKey, cost })
    await dropVaults(runtime, () => ['stays'])
    expect(await openVault(runtime, testUserId, pin)).toEqual({ kind: 'dropped', reason: 'signed_out' })
    expect((await openVault(runtime, 'stays', pin)).kind).toBe('open')
  })
})

test('sealing the copy also seals waiting papers and views without changing them', async () => {
  const { runtime, seal } = openDevice()
  const open = createPapersDatabase(runtime, testUserId)
  await open.open()
  await open.bytes.put({ contentId: 'c1', bytes: new Uint8Array([1, 2, 3]) })
  await open.thumbs.put({ contentId: 'c1', bytes: new TextEncoder().encode('비밀 서류') })
  open.close()
  const sealed: Runtime = { ...runtime, seals: createSeals(await seal()) }
  await sealWaiting(sealed, testUserId)
  expect(await readRawRows(runtime, `papers-${testUserId}`, 'thumbs')).toEqual([
    { contentId: 'c1', sealed: [expect.any(String), expect.any(Uint8Array)] },
  ])
  const reopened = createPapersDatabase(sealed, testUserId)
  await reopened.open()
  expect(await reopened.bytes.get('c1')).toEqual({ contentId: 'c1', bytes: new Uint8Array([1, 2, 3]) })
  reopened.close()
})

async function readRawRows({ indexedDB }: Runtime, name: string, store: string): Promise<unknown[]> {
  return await new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction(store).objectStore(store).getAll()
      reading.addEventListener('success', () => {
        opening.result.close()
        resolve(reading.result)
      })
    })
  })
}

describe('a server with new keys', () => {
  const officeKeys = getTestOfficeKeys()
  const { id, sealingKeyPair } = officeKeys.newest()
  const newKey = { key_id: id, public_key: sealingKeyPair.getPublicKey('base64url') }
  const openEscrow = async (runtime: Runtime) => {
    const row = await readVault(runtime, testUserId)
    return row && openBox(officeKeys, row.escrow, buildEscrowLabel(testUserId))
  }

  test('can return the key of unsent edits once the PIN was given, and not before', async () => {
    const { runtime, seal } = openDevice()
    const { outbox } = await seal()
    expect(await openEscrow(runtime)).toBeNull()
    await renewEscrow(runtime, { userId: testUserId, pin: wrong, serverKey: newKey })
    expect(await openEscrow(runtime)).toBeNull()
    await renewEscrow(runtime, { userId: testUserId, pin, serverKey: newKey })
    const key = await openEscrow(runtime)
    expect(
      createHash('sha256')
        .update(key ?? '')
        .digest('hex'),
    ).toMatch(new RegExp(`^${outbox.id}`))
    expect(await checkVaultState(runtime, testUserId)).toEqual({ kind: 'locked', triesLeft: maxAttempts })
  })

  test('receives nothing of a dropped copy', async () => {
    const { runtime, seal } = openDevice()
    await seal()
    await dropVaults(runtime, () => [])
    const before = await readVault(runtime, testUserId)
    await renewEscrow(runtime, { userId: testUserId, pin, serverKey: newKey })
    expect(await readVault(runtime, testUserId)).toEqual(before)
  })
})

describe('windows of one browser', () => {
  test('end with one outbox key when they seal the copy at the same moment', async () => {
    const browser = makeFakeBrowser({ clock: 'real' })
    const officeKeys = getTestOfficeKeys()
    const { id, sealingKeyPair } = officeKeys.newest()
    const server: VaultServer = {
      sealingKey: () => Promise.resolve({ key_id: id, public_key: sealingKeyPair.getPublicKey('base64url') }),
      returnOutboxKey: (escrow) =>
        Promise.resolve(new Uint8Array(openBox(officeKeys, escrow, buildEscrowLabel(testUserId)) ?? [])),
    }
    const sealIn = ({ runtime }: FakeTab, sealUserId: string) =>
      resealCopy({ runtime, userId: testUserId, pin: sealUserId, server, cost })
    const [first, second] = [browser.openTab(), browser.openTab()]
    const [keys, other] = await Promise.all([sealIn(first, pin), sealIn(second, '731846')])
    expect(keys.outbox.id).toBe(other.outbox.id)
    const opening = await openVault(first.runtime, testUserId, '731846')
    expect(opening.kind === 'open' && opening.keys.outbox.id).toBe(keys.outbox.id)
  })

  test('share the keys while one of them has the copy open, and are notified when it is locked', async () => {
    const browser = makeFakeBrowser({ clock: 'real' })
    const [first, second] = [browser.openTab().runtime, browser.openTab().runtime]
    const keys = await makeVault({ runtime: first, userId: testUserId, pin, serverKey, cost })
    const messages: string[] = []
    let currentKeys: typeof keys | null = keys
    const channel = openVaultChannel(first, testUserId, { getKeys: () => currentKeys, onMessage: () => undefined })
    const other = openVaultChannel(second, testUserId, {
      getKeys: () => null,
      onMessage: (type) => messages.push(type),
    })
    expect((await other.fetchKeys())?.outbox.id).toBe(keys.outbox.id)
    channel.notify('lock')
    currentKeys = null
    await expect.poll(() => messages).toEqual(['lock'])
    expect(await other.fetchKeys()).toBeNull()
    channel.close()
    other.close()
  })

  test('keep the keys for a moment across a reload of the last one, unless the copy was locked', async () => {
    const browser = makeFakeBrowser()
    const [worker, next] = [browser.openTab().runtime, browser.openTab().runtime]
    const keys = await makeVault({ runtime: worker, userId: testUserId, pin, serverKey, cost })
    const page = openVaultChannel(next, testUserId, { getKeys: () => null, onMessage: () => undefined })
    const requestKeysAfter = async (ms: number) => {
      await browser.advance(ms)
      const pending = page.fetchKeys()
      await browser.advance(1000)
      return (await pending)?.mirror.id
    }
    const startHolding = () => holdKeys(worker, { type: 'CARRY_KEYS', userId: testUserId, keys })
    const first = startHolding()
    expect(await requestKeysAfter(handoverMs / 2)).toBe(keys.mirror.id)
    expect(await requestKeysAfter(handoverMs)).toBeUndefined()
    await first
    const second = startHolding()
    page.notify('lock')
    await second
    expect(await requestKeysAfter(0)).toBeUndefined()
    page.close()
  })
})
