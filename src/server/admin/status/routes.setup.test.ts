import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp({ config: { backupKeyFile: '/etc/office.key' } })
afterAll(server.close)

test('tells superusers alone whether backups are encrypted, but not where the key is', async () => {
  const response = await (await server.signIn('superuser')).inject({ url: '/api/setup' })
  expect(response.json()).toEqual({ has_backup_key: true, has_superusers: false, has_colleague: true })
  expect((await (await server.signIn('staff')).inject({ url: '/api/setup' })).statusCode).toBe(403)
  expect((await server.app.inject('/api/setup')).statusCode).toBe(401)
})
