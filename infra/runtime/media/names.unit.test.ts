import { disposition, safeName, savedName } from './names.ts';

test.each([
  ['relatório.pdf', 'relatório.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\foto.png', 'foto.png'],
  ['..', null],
  ['', null],
  [null, null],
  [' . ', null],
  ['nul\0l.txt', 'null.txt'],
  ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie_ x.txt'],
  ['foto\u202egpj.exe', 'fotogpj.exe'],
  ['<b>"x"|?*.html', '_b__x____.html'],
  [`${'n'.repeat(300)}.docx`, `${'n'.repeat(195)}.docx`],
])('%j is saved as %j', (given, expected) => expect(safeName(given)).toBe(expected));

test.each([
  // Names whose extension fits stay unchanged.
  ['foto.jpg', 'image/jpeg', 'foto.jpg'],
  ['FOTO.JPEG', 'image/jpeg', 'FOTO.JPEG'],
  ['recado.ogg', 'audio/opus', 'recado.ogg'],
  ['filme.mov', 'video/mp4', 'filme.mov'],
  ['nota.pdf', 'application/pdf', 'nota.pdf'],
  ['planilha.xlsx', 'application/zip', 'planilha.xlsx'],
  ['antiga.doc', 'application/x-cfb', 'antiga.doc'],
  ['cópia.tar.gz', 'application/gzip', 'cópia.tar.gz'],
  ['página.html', 'text/plain', 'página.html'],
  ['dados.csv', 'text/plain', 'dados.csv'],
  ['desenho.svg', 'application/xml', 'desenho.svg'],
  ['programa.exe', 'application/x-msdownload', 'programa.exe'],
  ['carta.txt', 'application/octet-stream', 'carta.txt'],
  ['sem ponto', 'text/plain', 'sem ponto'],
  [null, 'image/png', null],
  // Others get the extension of the detected type, or one that no program runs.
  ['foto.jpg', 'text/plain', 'foto.jpg.txt'],
  ['foto.jpg', 'application/xml', 'foto.jpg.txt'],
  ['foto.png', 'application/x-msdownload', 'foto.png.bin'],
  ['nota.pdf', 'application/x-elf', 'nota.pdf.bin'],
  ['nota.pdf', 'application/x-shockwave-flash', 'nota.pdf.bin'],
  ['foto.png', 'image/jpeg', 'foto.png.jpg'],
  ['foto.exe', 'image/png', 'foto.exe.png'],
  ['foto.jpg', 'application/zip', 'foto.jpg.zip'],
  ['música.mp3', 'application/pdf', 'música.mp3.pdf'],
  ['relatório.v2', 'application/pdf', 'relatório.v2.pdf'],
  ['foto', 'image/webp', 'foto.webp'],
])('%j, which is %s, is saved as %j', (name, mime, expected) => expect(savedName(name, mime)).toBe(expected));

test('a header has the name in UTF-8, and in ASCII', () => {
  expect(disposition('attachment', 'Ação "já".pdf')).toBe(
    `attachment; filename="Acao _ja_.pdf"; filename*=UTF-8''A%C3%A7%C3%A3o%20%22j%C3%A1%22.pdf`,
  );
  expect(disposition('inline', '日本.png')).toBe(`inline; filename=".png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png`);
  expect(disposition('inline', null)).toBe('inline');
});
