import type { PostCategory } from '#contract/blog/blog-texts.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import { toInstant } from '#domain/dates/office-moment.ts'
import { formatScrivener } from '#domain/office/office-texts.ts'
import { newOffice } from '#domain/office/office.ts'
import type { Database } from '#server/db/client.ts'
import { insertDemoRows } from '#server/demo/demo-rows.ts'
import { writePng } from '#server/documents/pictures/write-png.ts'
import { deleteUnusedPictures, storePostPicture } from './post-pictures.ts'
import { renderPost } from './write-post.ts'

/**
 * Inserts the three demo posts under their fixed ids and keeps existing ones. Returns the number
 * inserted.
 */
export async function loadDemoPosts(db: Database, { now }: { now: Date }): Promise<number> {
  const today = toOfficeDay(now.getTime())
  const { url: portrait } = await storePostPicture(db, drawDemoPortrait())
  const rows = await Promise.all(
    demoPosts.map(async ({ daysAgo, cover, ...post }) => {
      const { html, readingTime } = await renderPost(db, post.markdown)
      const { url: image } = await storePostPicture(db, drawDemoCover(cover))
      const publishedAt = toInstant(addDays(today, -daysAgo), '09:30')
      return {
        ...post,
        html,
        reading_minutes: readingTime,
        author_name: formatScrivener(newOffice),
        updated_by: formatScrivener(newOffice),
        image,
        author_image: portrait,
        version: 1,
        state: 'published',
        published_at: publishedAt,
        inserted_at: publishedAt,
        updated_at: publishedAt,
        is_demo: true,
      }
    }),
  )
  return await insertDemoRows(db, 'blog_post', rows)
}

export async function removeDemoPosts(db: Database): Promise<number> {
  const deleted = await db.deleteFrom('blog_post').where('is_demo', '=', true).returning('id').execute()
  const covers = (['bars', 'grid', 'diagonal'] as const).map(drawDemoCover)
  await deleteUnusedPictures(db, [drawDemoPortrait(), ...covers])
  return deleted.length
}

interface DemoPost {
  id: number
  /** Publication date, in days before the demo data was loaded. */
  daysAgo: number
  category: PostCategory
  title: string
  excerpt: string
  tags: readonly string[]
  cover: DemoCover
  image_alt: string
  markdown: string
}

/**
 * The three demo posts with fixed ids. The law they describe is real; the office that signs them is
 * not.
 */
const demoPosts: readonly DemoPost[] = [
  {
    id: 1,
    daysAgo: 6,
    category: 'tax',
    title: '부동산 취득세 개정 안내',
    excerpt:
      '증여로 받은 부동산의 과세표준이 공시가격에서 시가인정액으로 바뀐 뒤, 신고 기한과 준비할 자료도 달라졌습니다. 등기 전에 확인하실 것을 차례로 적었습니다.',
    tags: ['취득세', '증여', '소유권이전'],
    cover: 'bars',
    image_alt: '세살 창호',
    markdown: `부동산을 사거나 물려받으면 등기를 신청하기 전에 취득세를 신고하고 내야 합니다. 몇 해 사이 계산의 바탕이 크게 바뀌어, 예전에 한 번 해 보신 분일수록 금액을 잘못 짐작하시는 일이 많습니다. 상담에서 자주 받는 질문을 중심으로 정리합니다.

## 무엇이 바뀌었나

**증여처럼 대가 없이 취득한 부동산**은 예전에는 공시가격을 바탕으로 세금을 계산하였습니다. 2023년 1월 1일 이후에 취득한 것부터는 **시가인정액**이 과세표준입니다(지방세법 제10조의2). 시가인정액은 취득일 전 6개월부터 취득일 뒤 3개월 사이에 그 부동산이나 비슷한 부동산이 거래된 가격, 감정가액, 공매가액 등을 말합니다.

다만 **상속**은 지금도 시가표준액이 기준이고, 시가표준액이 1억 원 이하인 부동산을 증여받을 때에는 시가인정액과 시가표준액 가운데 고를 수 있습니다.

매매는 바뀐 것이 적습니다. 실제로 지급한 금액이 과세표준이며, 중개보수는 넣지 않습니다.

## 신고는 언제까지

| 취득 원인 | 신고·납부 기한 |
| --- | --- |
| 매매·교환 | 취득한 날부터 60일 |
| 증여 | 취득한 날이 속하는 달의 말일부터 3개월 |
| 상속 | 상속개시일이 속하는 달의 말일부터 6개월 |

기한이 남았더라도 **등기를 먼저 신청하시려면 접수하는 날까지** 신고와 납부를 마쳐야 합니다. 잔금일에 바로 접수하는 매매에서는 사실상 잔금일이 기한인 셈입니다.

## 주택의 세율

1. 한 채를 살 때는 가격에 따라 1%에서 3% 사이입니다. 6억 원까지 1%, 9억 원을 넘으면 3%, 그 사이는 가격에 비례하여 조금씩 올라갑니다.
2. 이미 집이 있는 세대가 더 살 때는 집의 수와 지역에 따라 8% 또는 12%가 될 수 있습니다.
3. 증여는 3.5%가 기본이고, 조정대상지역의 일정 금액 이상 주택은 12%가 될 수 있습니다.

여기에 지방교육세와, 면적에 따라 농어촌특별세가 더해집니다. 처음 집을 사는 분과 출산 가구처럼 감면을 받을 수 있는 경우가 따로 있으니, 해당하는지 먼저 확인해 보시기 바랍니다.

## 미리 준비하실 것

- 매매계약서나 증여계약서, 부동산거래계약 신고필증
- 가족관계증명서와 세대원 전원이 나오는 주민등록등본: 주택 수는 세대를 단위로 셉니다.
- 증여라면 같은 단지의 최근 거래 내역이나 감정평가서

> 시가로 볼 만한 거래가 여럿일 때 어느 것을 쓰느냐에 따라 세금이 수백만 원씩 달라집니다. 계약서를 쓰기 전에 한 번 물어보시는 편이 가장 값싼 길입니다.

세율과 감면은 해마다 손질됩니다. 이 글은 일반적인 안내이며, 실제 신고는 취득하는 날의 법령을 다시 확인한 뒤에 합니다. 등기까지의 순서는 [부동산 등기 안내](/services/real-estate)에 적어 두었습니다.`,
  },
  {
    id: 2,
    daysAgo: 20,
    category: 'deposit',
    title: '수용보상금 공탁, 접수에서 출급까지',
    excerpt:
      '보상금을 받을 사람이 거절하거나 누구인지 알 수 없을 때, 사업시행자는 수용개시일까지 공탁하여야 합니다. 어디에, 어떤 서류로, 언제까지 하는지 순서대로 설명합니다.',
    tags: ['공탁', '토지수용', '보상금'],
    cover: 'grid',
    image_alt: '격자 창호',
    markdown: `도로나 철도를 내려면 땅이 필요합니다. 협의가 이루어지지 않아 수용재결이 나면, 사업시행자는 **수용개시일까지** 보상금을 지급하거나 공탁하여야 합니다. 하루라도 넘기면 재결이 효력을 잃습니다(토지보상법 제42조). 공탁이 보상 절차의 마지막 안전장치로 불리는 이유입니다.

## 공탁할 수 있는 경우

토지보상법 제40조 제2항은 네 가지를 들고 있습니다.

1. 받을 사람이 수령을 거부하거나 받을 수 없을 때
2. 사업시행자가 **과실 없이** 받을 사람을 알 수 없을 때: 등기부의 소유자가 세상을 떠났는데 상속인을 다 찾지 못한 경우가 대표적입니다.
3. 사업시행자가 재결한 보상금액에 불복할 때
4. 압류나 가압류로 보상금의 지급이 금지되었을 때

네 번째는 압류가 겹쳤는지에 따라 집행공탁이 되기도 하고, 채권양도까지 얽히면 혼합공탁이 되기도 합니다. 어느 공탁인지에 따라 공탁서에 적을 법령조항과 피공탁자가 달라지므로 가장 먼저 가려야 할 대목입니다.

## 어디에 하나

토지가 있는 곳의 공탁소, 곧 관할 지방법원이나 지원의 공탁관에게 합니다. 여러 곳에 걸친 사업이라면 필지마다 관할을 나누어 살펴야 합니다.

## 순서

1. **서류 확인** — 재결서 정본, 등기사항증명서, 토지대장, 소유자의 주소를 소명하는 서면을 모읍니다.
2. **공탁서 작성** — 피공탁자의 성명과 주소, 공탁 원인이 되는 사실, 법령조항, 반대급부가 있는지를 적습니다.
3. **수리와 납입** — 공탁관이 수리하면 정한 날까지 공탁금을 냅니다. *납입하여야 비로소 공탁의 효력이 생깁니다.* 수리만 된 것으로는 부족합니다.
4. **통지** — 공탁소가 피공탁자에게 공탁통지서를 보냅니다. 주소를 알 수 없으면 주소불명 사유를 소명합니다.
5. **소유권이전** — 공탁서와 재결서를 붙여 수용을 원인으로 한 이전등기를 신청합니다.

## 보상금을 찾으시는 분께

공탁통지서를 받으셨다면 신분증과 인감증명서를 갖추어 공탁금 출급을 청구하시면 됩니다. 금액이 적다고 생각하신다면 **이의를 유보한다는 뜻**을 출급청구서에 적어야 합니다. 아무 말 없이 찾으면 재결에 승복한 것으로 다루어질 수 있습니다.

공탁금은 찾을 수 있게 된 날부터 10년이 지나면 국고에 귀속됩니다. 오래된 공탁이 있는지는 가까운 공탁소에서 조회할 수 있습니다.

> 수용개시일이 가까운 사건은 주소 소명에서 시간이 가장 많이 걸립니다. 날짜가 정해졌다면 서류가 모자라더라도 먼저 연락해 주십시오.

우리 사무소가 돕는 일은 [공탁 서비스](/services/deposit)에 정리해 두었습니다.`,
  },
  {
    id: 3,
    daysAgo: 41,
    category: 'lease',
    title: '보증금을 못 받고 이사해야 한다면, 임차권등기명령',
    excerpt:
      '전입신고를 옮기면 대항력을 잃습니다. 임차권등기를 마친 뒤에 이사하면 순위를 그대로 지킬 수 있습니다. 신청에서 등기까지, 그리고 자주 하시는 실수를 적었습니다.',
    tags: ['임차권등기', '전세보증금', '주택임대차'],
    cover: 'diagonal',
    image_alt: '빗살 창호',
    markdown: `계약이 끝났는데 집주인이 보증금을 돌려주지 않습니다. 새로 갈 집의 잔금일은 다가옵니다. 이때 짐을 옮기고 전입신고까지 옮기면, 지금 집에서 갖고 있던 **대항력과 우선변제권을 잃습니다.** 그 순위를 지킨 채 이사할 수 있게 하는 제도가 임차권등기명령입니다(주택임대차보호법 제3조의3).

## 신청할 수 있는 때

- 임대차가 **끝났어야** 합니다. 기간 만료, 해지 통고, 합의해지 모두 괜찮습니다. 묵시적으로 갱신되었다면 해지를 통고하고 3개월이 지나야 끝납니다.
- 보증금을 **일부라도** 돌려받지 못했어야 합니다.
- 법원의 판결은 필요하지 않습니다. 임차인이 혼자 신청합니다.

## 절차

1. 집이 있는 곳을 관할하는 지방법원·지원 또는 시·군법원에 신청합니다.
2. 임대차계약서, 등기사항증명서, 주민등록초본, 해지를 통고한 내용증명이나 문자 기록을 붙입니다.
3. 법원이 서면으로 심사하여 결정하고, 등기소에 등기를 촉탁합니다.
4. 등기부의 을구에 임차권이 적힙니다. 보통 2주 안팎이 걸립니다.

2023년 7월 19일부터는 결정이 **집주인에게 송달되기 전에도** 등기할 수 있습니다. 집주인이 우편을 피하거나 세상을 떠난 경우에 몇 달씩 기다리던 일이 크게 줄었습니다.

## 가장 많이 하시는 실수

**결정을 받은 날 이사하시는 것**입니다. 결정이 아니라 *등기부에 적힌 것을 확인한 뒤에* 전입신고를 옮기셔야 합니다. 하루 먼저 옮겨서 순위를 잃은 사례가 실제로 있습니다.

한 가지 더, 보증금을 돌려받는 일과 등기를 지우는 일은 동시에 하는 것이 아닙니다. **집주인이 먼저 보증금을 돌려주어야 합니다**(대법원 2005. 6. 9. 선고 2005다4529 판결). 말소해 주면 주겠다는 말에 먼저 서류를 건네지 마십시오.

## 등기한 다음

임차권등기는 순위를 지켜 줄 뿐, 돈을 받아다 주지는 않습니다. 집주인이 계속 미루면 지급명령이나 보증금반환청구 소송으로 집행권원을 얻어 경매를 신청하는 길이 남습니다. 신청과 등기에 든 비용은 집주인에게 청구할 수 있습니다.

| 항목 | 담당 |
| --- | --- |
| 신청서 작성과 제출 | 법무사가 대행합니다 |
| 송달·보정 확인 | 법무사가 대행합니다 |
| 소송에서의 대리 | 변호사의 도움이 필요합니다 |

계약이 끝나기 두 달 전까지 갱신하지 않겠다는 뜻을 **기록이 남는 방법으로** 알려 두시는 것이 모든 일의 출발점입니다.`,
  },
]

/** Lattice pattern (창호) on a demo post's cover: 세살, 격자 or 빗살. */
type DemoCover = 'bars' | 'grid' | 'diagonal'

const width = 960
const height = 560
/** Paper, wood, backlight, and the office's red. */
const colors = [0xf6f1e6, 0x8d7a5c, 0xe6dcc6, 0xa8322a]
const [paper, wood, light, seal] = [0, 1, 2, 3] as const

/** A computed cover: no photograph rights, and the same bytes every time. */
function drawDemoCover(cover: DemoCover): Buffer {
  const isWood = { bars: isBar, grid: isGrid, diagonal: isDiagonal }[cover]
  return encodePng({ width, height }, (x, y) => {
    if (x > 872 && x < 920 && y > 472 && y < 520) return x < 880 || x > 912 || y < 480 || y > 512 ? seal : light
    if (isFrame(x, y)) return wood
    if (x < 56 || y < 56 || x >= width - 56 || y >= height - 56) return paper
    return isWood(x, y) ? wood : light
  })
}

/** A generic head-and-shoulders silhouette. */
function drawDemoPortrait(): Buffer {
  const side = 96
  return encodePng({ width: side, height: side }, (x, y) => {
    const isHead = (x - 48) ** 2 + (y - 38) ** 2 < 17 ** 2
    const areShoulders = ((x - 48) / 32) ** 2 + ((y - 92) / 30) ** 2 < 1
    return isHead || areShoulders ? wood : light
  })
}

function isFrame(x: number, y: number): boolean {
  const edge = Math.min(x - 40, y - 40, width - 41 - x, height - 41 - y)
  return edge >= 0 && edge < 16
}

function isBar(x: number, y: number): boolean {
  const isRail = [140, 164, 188, 268, 292, 316, 396, 420, 444].some((rail) => Math.abs(y - rail) < 3)
  return x % 48 < 6 || isRail
}

function isGrid(x: number, y: number): boolean {
  return (x + 20) % 70 < 7 || (y + 32) % 70 < 7
}

function isDiagonal(x: number, y: number): boolean {
  return (x + y) % 80 < 8 || (x - y + 1200) % 80 < 8
}

/** A PNG with four colors, two bits per pixel. */
function encodePng(size: { width: number; height: number }, colorAt: (x: number, y: number) => number): Buffer {
  const stride = 1 + Math.ceil(size.width / 4)
  const rows = Buffer.alloc(stride * size.height)
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const byteIndex = y * stride + 1 + (x >> 2)
      rows[byteIndex] = (rows[byteIndex] ?? 0) | (colorAt(x, y) << (6 - 2 * (x & 3)))
    }
  }
  const palette = Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  return writePng({ ...size, depth: 2, palette }, rows)
}
