/** A field of a BR Code: two digits of id, two of length, the value. */
const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE, as the last field of a BR Code has it. */
export const crcOf = (text: string): string => {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

/** The text of a dynamic Pix QR code, Pix "copia e cola": the banking app fetches the charge at `location`. */
export const brCode = (location: string): string => {
  const merchant = field('00', 'br.gov.bcb.pix') + field('25', location);
  const head =
    field('00', '01') +
    field('01', '12') +
    field('26', merchant) +
    field('52', '0000') +
    field('53', '986') +
    field('58', 'BR') +
    field('59', 'PROSA') +
    field('60', 'SAO PAULO') +
    field('62', field('05', '***'));
  return `${head}6304${crcOf(`${head}6304`)}`;
};
