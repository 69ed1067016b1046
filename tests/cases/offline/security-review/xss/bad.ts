import { DomSanitizer, SafeHtml } from "@angular/platform-browser";

export class Preview {
  constructor(private readonly sanitizer: DomSanitizer) {}

  body(text: string): SafeHtml {
    return this.sanitizer.bypassSecurityTrustHtml(text); // expect: js-html-trust-bypassed
  }
}
