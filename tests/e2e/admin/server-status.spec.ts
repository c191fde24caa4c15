import { appBuildHeader } from '#contract/sync/app-build.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('a superuser sees the server status and its warnings, and the last known one when it is unreachable', async ({
  office,
  newDevicePage: page,
}) => {
  const builds: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/server_status')) builds.push(request.headers()[appBuildHeader])
  })
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings?tab=status`)
  await expect(page).toHaveURL(/\/settings\/server/)
  await expect(page.getByText('백업이 한 번도 만들어지지 않았습니다.')).toBeVisible()
  expect(builds[0]).toMatch(/^[\w-]{6,40}$/)
  await expect(page.getByText(`버전 ${builds[0]}`)).toHaveCount(0)
  const database = page.getByRole('region', { name: '데이터베이스' })
  await expect(database).toContainText(/버전18/)
  await expect(database).toContainText(/크기[\d.]+MB/)
  await expect(page.getByRole('region', { name: '디스크와 인증서' })).toContainText('자료 디스크의 남은 공간')
  await expect(page.getByRole('region', { name: '워커' }).getByText('정상').first()).toBeVisible()
  const refresh = page.getByRole('button', { name: '새로고침' })
  await refresh.click()
  // Which calls are slowest depends on the machine.
  await expect(
    page
      .getByRole('region', { name: '느린 호출' })
      .getByText(/^(GET|POST)? ?\/(api|oauth)\//)
      .first(),
  ).toBeVisible()
  office.network.setReachable(false)
  await refresh.click()
  await expect(page.getByText('서버 상태는 서버에만 있어, 연결되면 다시 볼 수 있습니다.')).toBeVisible()
  await expect(page.getByText('마지막으로 확인한 상태입니다.')).toBeVisible()
  await expect(database).toBeVisible()
  office.network.setReachable(true)
  await refresh.click()
  await expect(page.getByText('현재의 서버입니다.')).toBeVisible()
})
