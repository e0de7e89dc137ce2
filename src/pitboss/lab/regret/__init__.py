"""What single decisions cost, exactly: at spots of real rounds, whoever makes the choice."""
