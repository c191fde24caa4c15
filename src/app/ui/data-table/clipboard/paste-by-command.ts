import type { Table } from '../table.ts'
import { takePaste } from './paste-cells.ts'

/**
 * 붙여넣기 for touch, which has no key for it. The browser asks first (a prompt in Chrome, a button in
 * Safari), so mouse users are pointed to the key instead (cell-menu.tsx). Call it within the press,
 * or browsers refuse the clipboard.
 */
export async function pasteByCommand(table: Table): Promise<void> {
  try {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (item?.types.includes(type) ? await (await item.getType(type)).text() : '')
    const [text, html] = await Promise.all([read('text/plain'), read('text/html')])
    takePaste(table, { text, html })
  } catch {
    table.props.onMessage({
      type: 'info',
      text: '브라우저가 클립보드를 열지 않았습니다. 셀을 한 번 더 눌러 연 다음, 길게 눌러 붙여넣어 주세요.',
    })
  }
}
