import { expect, test } from 'vitest'
import { splitSections } from './split-sections.ts'

const page = `<html><body><nav><h2>메뉴</h2><p>사건부</p></nav><main>
  <nav aria-label="현재 위치"><ol><li>홈</li></ol></nav>
  <h1>부동산 <span>등기</span> 서비스</h1><p>정한 날에<br/>접수합니다.</p>
  <section><h2 id="kinds">맡는 등기</h2><ol>
    <li><span aria-hidden="true">1</span><h3>말소등기</h3><p>빚을 다 갚았을 때 지웁니다.</p><svg><text>그림</text></svg></li>
    <li><h3>소유권이전등기</h3><p>매매·증여·상속으로 소유자가 바뀔 때 합니다.</p></li></ol></section>
  <section><h2 id="reach">연락처</h2><dl><dt>전화</dt><dd><a href="tel:02">02-000-0000</a></dd><dt>상담 시간</dt><dd>평일 &amp; 09:00–18:00 <a href="/map" data-screen-only>지도 보기</a></dd></dl>
    <p class="measure hidden noscript:block">자바스크립트가 꺼져 있습니다.</p><noscript>켜 주세요.</noscript><form><label>이름</label></form><a href="/a">문의</a><a href="/b">예약</a></section>
  <div><p>먼저 전화를 주세요.</p></div>
  <details id="questions-1"><summary>비용은 어떻게 정해지나요?</summary><div><p>보수와 공과금을 나누어 견적을 드립니다.</p></div></details>
  </main><footer><p>대표 법무사</p></footer></body></html>`

test('reads a page by its headings, without menus, forms, decoration and texts for browsers without scripts', () => {
  expect(splitSections(page, '/services/real-estate')).toEqual([
    {
      page: '부동산 등기 서비스',
      heading: '부동산 등기 서비스',
      href: '/services/real-estate',
      text: '정한 날에\n접수합니다.',
    },
    expect.objectContaining({
      heading: '말소등기',
      href: '/services/real-estate#kinds',
      text: '빚을 다 갚았을 때 지웁니다.',
    }),
    expect.objectContaining({ heading: '소유권이전등기', text: '매매·증여·상속으로 소유자가 바뀔 때 합니다.' }),
    expect.objectContaining({
      heading: '연락처',
      href: '/services/real-estate#reach',
      text: '전화: 02-000-0000\n상담 시간: 평일 & 09:00–18:00\n문의 예약',
    }),
    expect.objectContaining({
      heading: '비용은 어떻게 정해지나요?',
      href: '/services/real-estate#questions-1',
      text: '보수와 공과금을 나누어 견적을 드립니다.',
    }),
  ])
})
