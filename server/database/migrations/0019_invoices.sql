CREATE TABLE "billing_details" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"prefix" text PRIMARY KEY NOT NULL,
	"last_invoice" integer NOT NULL,
	"last_credit_note" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"number" integer NOT NULL,
	"payment_id" text NOT NULL,
	"invoice_id" text,
	"owner_id" text NOT NULL,
	"issued_at_ms" bigint NOT NULL,
	"paid_at_ms" bigint NOT NULL,
	"starts_at_ms" bigint,
	"ends_at_ms" bigint,
	"seller_name" text NOT NULL,
	"seller_address" text NOT NULL,
	"seller_tax_number" text NOT NULL,
	"payer_name" text NOT NULL,
	"payer_address" text NOT NULL,
	"payer_tax_number" text NOT NULL,
	"item_name" text NOT NULL,
	"currency_code" text NOT NULL,
	"gross_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"tax_rate" integer
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_owner_id_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owner"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("prefix","kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_once" ON "invoice" USING btree ("payment_id") WHERE "invoice"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoice_by_payment" ON "invoice" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "invoice_by_owner" ON "invoice" USING btree ("owner_id");