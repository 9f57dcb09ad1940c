/**
 * The features of the device that pages may use, in `Permissions-Policy`: recordings need the microphone, a help's video plays in
 * a frame of YouTube.
 */
const video = '(self "https://www.youtube-nocookie.com")';
const allowed = {
  autoplay: video,
  'encrypted-media': video,
  fullscreen: video,
  'picture-in-picture': video,
  microphone: '(self)',
  'clipboard-write': '(self)',
  camera: '()',
  'display-capture': '()',
  geolocation: '()',
  payment: '()',
  usb: '()',
  serial: '()',
  bluetooth: '()',
  midi: '()',
  'browsing-topics': '()',
};
export const PERMISSIONS_POLICY = Object.entries(allowed)
  .map(([feature, who]) => `${feature}=${who}`)
  .join(', ');

/** Browsers that came by TLS come by nothing else for a year. Said only to them: others would ignore it. */
export const STRICT_TRANSPORT = 'max-age=31536000';
