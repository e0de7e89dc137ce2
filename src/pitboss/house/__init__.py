"""The running casino: durable tables, money, meters, an audit trail and people, behind one API. It adds no rule."""
