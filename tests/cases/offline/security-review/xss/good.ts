import { SecurityContext } from "@angular/core";
import { DomSanitizer } from "@angular/platform-browser";

export class Preview {
  constructor(private readonly sanitizer: DomSanitizer) {}

  body(text: string): string | null {
    return this.sanitizer.sanitize(SecurityContext.HTML, text);
  }
}
