/** Matters with a name of two syllables, which is too short to allow a wrong key in it. */
export const shortMatters: readonly string[] =
  '등기 공탁 서류 비용 보수 견적 기한 기간 절차 상속 매매 증여 담보 신탁 말소 설정 이전 변경 법인 설립 임원 본점 상호 해산 민사 소송 판결 출급 회수 유언 명의 등본 초본 대표 상담 문의 전화 방문 예약 주차 결제 주소 위치 시간'.split(
    ' ',
  )
