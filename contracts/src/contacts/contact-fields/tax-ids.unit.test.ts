import { readCnpj, readCpf, shownTaxId } from './tax-ids.ts';

test.each([
  ['529.982.247-25', '52998224725'],
  ['52998224725', '52998224725'],
  [' 111.444.777-35 ', '11144477735'],
  ['529.982.247-24', null],
  ['529.982.247-15', null],
  ['111.111.111-11', null],
  ['5299822472', null],
  ['529A8224725', null],
  ['', null],
])('the CPF %s', (text, id) => expect(readCpf(text)).toBe(id));

test.each([
  ['11.222.333/0001-81', '11222333000181'],
  ['11222333000181', '11222333000181'],
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12.abc.345/01de-35', '12ABC34501DE35'],
  ['12.ABC.345/01DE-36', null],
  ['12.ABD.345/01DE-35', null],
  ['11.222.333/0001-80', null],
  ['00.000.000/0000-00', null],
  ['12.ABC.345/01DE-3A', null],
  ['1122233300018', null],
  ['12.ÁBC.345/01DE-35', null],
])('the CNPJ %s', (text, id) => expect(readCnpj(text)).toBe(id));

test('both are read as they are written', () => {
  expect(shownTaxId('52998224725')).toBe('529.982.247-25');
  expect(shownTaxId('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
});
