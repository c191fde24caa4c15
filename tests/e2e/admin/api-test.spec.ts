import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

test('a superuser calls the server from API 테스트 and sees its responses', async ({ office, newDevicePage: page }) => {
  await startSession(page, office, 'superuser')
  await page.goto(`${office.url}/settings/server`)
  await page.getByRole('tab', { name: 'API 테스트' }).click()
  const responsePanel = page.getByRole('region', { name: '응답' })
  await expect(responsePanel).toContainText('호출을 하나 선택하면 응답이 여기에 표시됩니다.')

  await page.getByRole('button', { name: 'GET 테스트' }).click()
  await expect(responsePanel).toContainText(/성공 200.*\d\.\d\d초/)
  await expect(responsePanel.getByRole('treeitem', { name: /^items: 목록 \d개/ })).toBeVisible()
  await expect(responsePanel.getByRole('row', { name: /^kakao 카카오 로그인$/ })).toBeVisible()

  await page.getByRole('button', { name: 'POST 테스트' }).click()
  await expect(responsePanel.getByRole('treeitem', { name: 'title: 테스트 제목' })).toBeVisible()
  await expect(responsePanel.getByRole('treeitem', { name: /^received_at: / })).toBeVisible()

  await page.getByRole('button', { name: '리프레시 토큰 받기' }).click()
  await expect(responsePanel.getByRole('alert')).toHaveText(
    '오류가 발생했습니다: 차량 서비스의 토큰을 받아 오는 프로그램(TOKEN_HELPER_URL)이 아직 설정되지 않았습니다.',
  )
  await expect(responsePanel).toContainText('실패 501')

  const chatButton = page.getByRole('button', { name: '채팅 테스트' })
  await expect(chatButton).toHaveAccessibleDescription('질문을 입력해 주세요.')
  await page.getByLabel('질문').fill('공탁은 어떻게 하나요?')
  await chatButton.click()
  await expect(responsePanel).toContainText('성공 200')
  await expect(responsePanel).toContainText('공탁은 돈이나 물건을')

  office.network.setReachable(false)
  await page.getByRole('button', { name: 'GET 테스트' }).click()
  await expect(responsePanel.getByRole('alert')).toHaveText(
    '오류가 발생했습니다: 서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.',
  )
  office.network.setReachable(true)
  await page.getByRole('button', { name: 'GET 테스트' }).click()
  await expect(responsePanel).toContainText('성공 200')
})
